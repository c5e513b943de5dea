-- Works for a person to judge: those the analyst left unsure, then those nearest the threshold on either side. Works that
-- a person has judged or that wait for a second one, and those that another rule has taken out, are left out.
SELECT s.work_id, w.title, w.abstract, w."year", w.venue, list_transform(w.authors, lambda author: author.name) AS authors,
    s.verdict, s.score, s.reason, s.stage,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = s.work_id)::INTEGER AS decisions
FROM screening_decision AS s JOIN work AS w USING (work_id) JOIN current_decision AS c USING (work_id)
WHERE s.method <> 'human' AND c.phase NOT IN ('deduplication', 'eligibility', 'retrieval', 'retraction')
  AND s.work_id NOT IN (SELECT work_id FROM standing_verdict)
  AND (s.verdict = 'unsure' OR s.score IS NULL OR abs(s.score - $threshold) <= $width)
ORDER BY s.verdict = 'unsure' DESC, s.score IS NULL DESC, abs(s.score - $threshold), s.work_id
LIMIT $most
