-- Every decision about a work, in order, each with the criterion that decided it, by its id in the protocol where there is one.
SELECT d.phase, d.stage, d.verdict, d.score, d.method,
    nullif(concat_ws(' ', n.name, c.kind, c.text), '') AS criterion, d.reason, d.features
FROM decision AS d LEFT JOIN criterion AS c USING (criterion_id) LEFT JOIN criterion_name AS n USING (criterion_id)
WHERE list_contains($works, d.work_id) ORDER BY d.seq
