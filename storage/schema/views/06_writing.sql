-- Readings, themes and sections in force, and claims that nothing supports.

CREATE VIEW summary AS
SELECT work_id, methodology, limitations, future_work, themes, source, produced_by FROM current_reading;
COMMENT ON VIEW summary IS 'Structured summary of each work read; source says whether from the abstract or the full text';

CREATE VIEW current_finding AS
SELECT f.* REPLACE (r.place AS position)
FROM (SELECT work_id, unnest(finding_ids) AS finding_id, unnest(range(len(finding_ids)))::INTEGER AS place FROM current_reading) AS r
JOIN finding AS f USING (work_id, finding_id);
COMMENT ON VIEW current_finding IS 'Findings of the readings in force; those of an earlier reading stay in finding';

CREATE VIEW current_theme AS
SELECT t.* FROM theme AS t JOIN current_edition USING (edition);
COMMENT ON VIEW current_theme IS 'Themes of the corpus as it stands';

CREATE VIEW current_section AS
SELECT * EXCLUDE (place) FROM (
    SELECT s.*, row_number() OVER (PARTITION BY section_id ORDER BY version DESC) AS place
    FROM section AS s JOIN current_edition USING (edition)
) WHERE place = 1;
COMMENT ON VIEW current_section IS 'The latest version of each section of the review as it stands';

CREATE VIEW outdated_section AS
SELECT s.section_id, s.version, max(c.number)::INTEGER AS protocol
FROM section AS s JOIN protocol_change AS c ON c.number > coalesce(s.protocol, 0)
WHERE s.section_id IN ('abstract', 'methodology')
   OR (c.part = 'question' AND s.section_id IN ('introduction', 'answers', 'discussion', 'conclusions'))
GROUP BY s.section_id, s.version;
COMMENT ON VIEW outdated_section IS 'Versions of sections written before an amendment of the protocol changed what they tell: of any, abstract and methodology, of the questions, all that frame the themes';
COMMENT ON COLUMN outdated_section.protocol IS 'Version of the protocol that changed it last';

CREATE VIEW unsupported_claim AS
SELECT c.claim_id, c.section_id, c.version, c.sentence, c.citekey,
    CASE WHEN w.work_id IS NULL THEN 'no work of the corpus has this citekey'
         WHEN f.finding_id IS NULL THEN 'no finding is given'
         WHEN f.work_id <> w.work_id THEN 'the finding is of another work'
         WHEN q.quote_id IS NULL THEN 'the finding has no quote'
         WHEN q.work_id <> w.work_id THEN 'the quote is of another work'
         ELSE 'the quote is not on its page' END AS reason
FROM claim AS c
JOIN current_section AS s USING (section_id, version)
LEFT JOIN corpus AS w ON w.citekey = c.citekey
LEFT JOIN finding AS f ON f.finding_id = c.finding_id
LEFT JOIN quote AS q ON q.quote_id = f.quote_id
LEFT JOIN document AS p ON p.work_id = q.work_id AND p.level = 0 AND p.page = q.page AND p.source = q.source
LEFT JOIN withheld_page AS h ON h.work_id = q.work_id AND h.level = 0 AND h.page = q.page AND h.source = q.source
-- What a person wrote need not rest on a finding, only cite works of the corpus.
WHERE w.work_id IS NULL OR (coalesce(c.said_by, '') <> 'human' AND (f.finding_id IS NULL OR f.work_id <> w.work_id OR q.quote_id IS NULL OR q.work_id <> w.work_id
   OR (h.work_id IS NULL AND (p.text IS NULL
       OR NOT contains(regexp_replace(lower(p.text), '\s+', ' ', 'g'), regexp_replace(lower(q.text), '\s+', ' ', 'g'))))));
COMMENT ON VIEW unsupported_claim IS 'Citing sentences of the review that do not rest on words of the work they cite; a quote of a page that was withheld is checked in the working file';
COMMENT ON COLUMN unsupported_claim.reason IS 'What is missing';
