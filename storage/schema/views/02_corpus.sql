-- Works of the review, and the edition of the text that they make.

CREATE VIEW corpus AS
SELECT w.*, CASE WHEN d.phase = 'expansion' THEN d.stage ELSE s.stage END AS stage,
    CASE WHEN d.phase = 'expansion' THEN d.score ELSE s.score END AS score,
    CASE WHEN d.phase = 'expansion' THEN d.method ELSE s.method END AS method
FROM work AS w JOIN current_decision AS d ON d.work_id = w.work_id LEFT JOIN screening_decision AS s ON s.work_id = w.work_id
WHERE d.verdict = 'include' AND d.phase <> 'expansion screening' AND (d.phase = 'expansion' OR s.work_id IS NOT NULL);
COMMENT ON VIEW corpus IS 'Works of the review, with the stage, score and method of their inclusion; those that an expansion brought in stand on top of the tier''s size';

CREATE VIEW edition_corpus AS
SELECT * FROM corpus WHERE stage NOT IN (SELECT stage FROM search_stage WHERE kind = 'expansion');
COMMENT ON VIEW edition_corpus IS 'Works of the corpus that an edition is made of: those that an expansion brought in later join its themes and sections and make no new edition';

CREATE VIEW current_reading AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (PARTITION BY work_id ORDER BY pages DESC) AS place FROM reading
) WHERE place = 1;
COMMENT ON VIEW current_reading IS 'The reading in force of each work: the one of most pages';

CREATE VIEW grouped_edition AS
SELECT sha256(r.quality || ':' || coalesce((
    -- A work read again is told apart, since themes and sections rest on what was read.
    SELECT string_agg(c.work_id || CASE WHEN n.readings > 1 THEN ':' || n.pages ELSE '' END, ',' ORDER BY c.work_id)
    FROM edition_corpus AS c LEFT JOIN (
        SELECT work_id, count(*) AS readings, max(pages) AS pages FROM reading GROUP BY work_id
    ) AS n ON n.work_id = c.work_id
), '')) AS edition
FROM review AS r;
COMMENT ON VIEW grouped_edition IS 'Content id of the corpus without works of expansions, with the tier it is written for and works read again';
COMMENT ON COLUMN grouped_edition.edition IS 'Content id';

CREATE VIEW current_edition AS
SELECT coalesce(sha256(g.edition || ':' || a.answer_id), g.edition) AS edition
FROM grouped_edition AS g LEFT JOIN (
    FROM human_answer WHERE question = 'themes' AND NOT stops AND CAST(answer AS VARCHAR) <> '{}'
) AS a ON a.subject = g.edition;
COMMENT ON VIEW current_edition IS 'Content id of the edition as it stands: the corpus without works of expansions, its tier and readings, and what a person made of its themes';
COMMENT ON COLUMN current_edition.edition IS 'Content id';

CREATE VIEW version_family AS
SELECT v.family_id AS kept_id, v.work_id, v.relation, w.title, w.doi, w.year, w.type
FROM work_version AS v JOIN work AS w USING (work_id);
COMMENT ON VIEW version_family IS 'Versions and duplicates, each with the record kept';
COMMENT ON COLUMN version_family.kept_id IS 'The record kept';

CREATE VIEW fulltext AS
WITH stored AS (
    SELECT * FROM fulltext_attempt WHERE status = 'stored'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY round, place) = 1
), failed AS (
    SELECT * FROM fulltext_attempt WHERE status <> 'stored'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY round DESC, place DESC) = 1
)
SELECT w.work_id,
    CASE WHEN s.work_id IS NOT NULL THEN 'full text' WHEN w.abstract IS NOT NULL THEN 'abstract only' ELSE 'title only' END AS status,
    s.source, s.licence, s.pages, CASE WHEN s.work_id IS NULL THEN f.reason END AS reason
FROM corpus AS w LEFT JOIN stored AS s ON s.work_id = w.work_id LEFT JOIN failed AS f ON f.work_id = w.work_id;
COMMENT ON VIEW fulltext IS 'What could be read of each work of the corpus, one status per work: full text, abstract only or title only, with the reason of the last failure';
COMMENT ON COLUMN fulltext.status IS 'full text, abstract only or title only';
COMMENT ON COLUMN fulltext.reason IS 'Of the last failure, where no full text is stored';

CREATE VIEW facet_share AS
SELECT f.facet, f.position, f.shares, count(r.work_id)::INTEGER AS relevant, count(c.work_id)::INTEGER AS kept
FROM facet AS f LEFT JOIN facet_work AS m USING (facet) LEFT JOIN relevant AS r ON r.work_id = m.work_id
LEFT JOIN corpus AS c ON c.work_id = r.work_id GROUP BY f.facet, f.position, f.shares;
COMMENT ON VIEW facet_share IS 'How many of the relevant works about each facet of the topic the corpus kept';
COMMENT ON COLUMN facet_share.facet IS 'Facet, in the words of the topic';
COMMENT ON COLUMN facet_share.position IS 'Place in the topic, from 1';
COMMENT ON COLUMN facet_share.shares IS 'Whether it has a share of the places of its own';
COMMENT ON COLUMN facet_share.relevant IS 'Works judged relevant that are about it';
COMMENT ON COLUMN facet_share.kept IS 'Those of them that the corpus holds';
