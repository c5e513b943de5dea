-- The claims of every section of the review as it stands.
SELECT c.section_id, c.sentence, c.citekey, c.finding_id
FROM claim AS c JOIN current_section AS s USING (section_id, version)
ORDER BY c.section_id, c.sentence, c.citekey, c.finding_id
