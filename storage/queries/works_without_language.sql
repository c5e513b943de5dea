-- Works found whose language is stated by no record, by no code known, or cannot be the one stated: a language of Latin letters
-- where most letters of the text are of another script. The reverse is no contradiction, since abstracts are translated.
SELECT w.work_id, w.title || coalesce(chr(10) || w.abstract, '') AS text,
    len(regexp_replace(text, '[^\pL]', '', 'g')) AS letters, len(regexp_replace(text, '[^\p{Latin}]', '', 'g')) AS latin
FROM work AS w
WHERE w.work_id IN (SELECT work_id FROM discovery) AND w.work_id NOT IN (SELECT work_id FROM detected_language)
  AND (w.language IS NULL OR NOT list_contains($codes, split_part(w.language, '-', 1))
       OR (list_contains($latin, split_part(w.language, '-', 1)) AND 2 * latin < letters))
ORDER BY w.work_id
