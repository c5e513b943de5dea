-- What an update leaves to people, of a kind each: verdicts nobody could reach, works there was no room for, preprints a
-- person decided on that were published since, works the catalogue lost, sentences on retracted works, unsupported claims.
WITH fresh AS (SELECT DISTINCT work_id FROM discovery WHERE stage = $stage)
SELECT 1 AS place, 'unsure' AS kind, w.work_id AS name, w.title AS text, d.reason FROM screening_decision AS d
JOIN fresh USING (work_id) JOIN work AS w USING (work_id) WHERE d.verdict = 'unsure'
UNION ALL
SELECT 2, 'no room', w.work_id, w.title, d.reason FROM relevant AS r JOIN fresh USING (work_id) JOIN current_decision AS d USING (work_id)
JOIN work AS w USING (work_id) WHERE d.phase = 'selection' AND d.verdict = 'exclude'
UNION ALL
SELECT 3, 'preprint kept', c.citekey, c.title, 'a person decided on it, and it was published since as ' || w.work_id
FROM work_version AS v JOIN fresh USING (work_id) JOIN work AS w USING (work_id) JOIN corpus AS c ON c.work_id = v.family_id
WHERE c.type = 'preprint' AND w.type <> 'preprint'
UNION ALL
SELECT 4, 'absent', c.citekey, c.title, 'the catalogue has no record of it any more'
FROM living_lookup AS l JOIN corpus AS c USING (work_id) WHERE l.number = $number AND l.status = 'absent'
UNION ALL
SELECT 4, 'record published', c.citekey, c.title, 'the catalogue has come to describe it as published; the reference still names the preprint'
FROM living_lookup AS l JOIN corpus AS c USING (work_id) WHERE l.number = $number AND l.status = 'published'
UNION ALL
SELECT 5, 'retracted', c.citekey, c.sentence, 'it cites a retracted work that stays in the corpus' FROM (SELECT DISTINCT citekey, sentence FROM retracted_claim) AS c
JOIN corpus USING (citekey)
UNION ALL
SELECT 6, 'unsupported', citekey, sentence, reason FROM (SELECT DISTINCT citekey, sentence, reason FROM unsupported_claim)
ORDER BY ALL
