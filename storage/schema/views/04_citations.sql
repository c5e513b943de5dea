-- Places in the citation graph.

CREATE VIEW latest_metric AS
SELECT NULL::INTEGER AS stage, * FROM corpus_metric
UNION ALL
SELECT * FROM graph_metric
WHERE stage = (SELECT max(stage) FROM graph_metric) AND NOT EXISTS (FROM corpus_metric);
COMMENT ON VIEW latest_metric IS 'The latest measurement of the citation graph';
COMMENT ON COLUMN latest_metric.stage IS 'Diffusion stage after which it was measured; empty where it is of the corpus as it stands';

CREATE VIEW seminal AS
SELECT c.work_id, c.citekey, c.title, c.year, m.in_degree, c.cited_by_count
FROM corpus AS c JOIN latest_metric AS m USING (work_id) WHERE m.in_degree > 0
ORDER BY m.in_degree DESC, c.cited_by_count DESC, c.work_id;
COMMENT ON VIEW seminal IS 'Corpus works by citations received from the corpus';

CREATE VIEW bridging AS
SELECT c.work_id, c.citekey, c.title, c.year, m.betweenness, m.community
FROM corpus AS c JOIN latest_metric AS m USING (work_id) WHERE m.betweenness > 0
ORDER BY m.betweenness DESC, c.work_id;
COMMENT ON VIEW bridging IS 'Corpus works by betweenness in the citation graph';

CREATE VIEW rising AS
SELECT c.work_id, c.citekey, c.title, c.year, m.velocity
FROM corpus AS c JOIN latest_metric AS m USING (work_id) WHERE m.velocity > 0
ORDER BY m.velocity DESC, c.work_id;
COMMENT ON VIEW rising IS 'Corpus works by citations per year over the last three years';

-- That no record was met does not say that the catalogue has none: only what searches and followed citations led to is read.
CREATE VIEW missed_seminal AS
SELECT x.cited_id AS work_id, w.title, w.year, count(DISTINCT x.citing_id) AS cited_by_corpus,
    CASE WHEN w.work_id IS NULL THEN 'No search or followed citation led to a record of it.'
         WHEN any_value(k.work_id) IS NOT NULL AND any_value(e.work_id) IS NOT NULL
             THEN any_value(d.reason) || ' That record: ' || any_value(e.reason)
         WHEN any_value(d.work_id) IS NOT NULL THEN any_value(d.reason)
         WHEN any_value(f.work_id) IS NOT NULL THEN 'Found, and not decided yet.'
         ELSE 'Its record was met among the works cited, and no search or followed citation led to it.' END AS reason,
    w.doi, w.cited_by_count, any_value(d.phase) AS phase, any_value(d.score) AS score
FROM citation AS x
JOIN corpus AS c ON c.work_id = x.citing_id
LEFT JOIN work AS w ON w.work_id = x.cited_id
LEFT JOIN work_version AS k ON k.work_id = x.cited_id
LEFT JOIN current_decision AS d ON d.work_id = x.cited_id
LEFT JOIN current_decision AS e ON e.work_id = k.family_id
LEFT JOIN (SELECT DISTINCT work_id FROM discovery) AS f ON f.work_id = x.cited_id
-- A version or duplicate of a work of the corpus is not missed.
WHERE x.cited_id NOT IN (SELECT work_id FROM corpus) AND (k.family_id IS NULL OR k.family_id NOT IN (SELECT work_id FROM corpus))
GROUP BY x.cited_id, w.work_id, w.title, w.year, w.doi, w.cited_by_count
HAVING count(DISTINCT x.citing_id) >= 3
ORDER BY cited_by_corpus DESC, x.cited_id;
COMMENT ON VIEW missed_seminal IS 'Works cited by three or more corpus works of which neither they nor another version is in the corpus, with the phase that decided against them and why';
COMMENT ON COLUMN missed_seminal.cited_by_corpus IS 'Works of the corpus that cite it';
COMMENT ON COLUMN missed_seminal.reason IS 'Why it is not in the corpus';
