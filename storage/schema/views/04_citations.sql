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

-- Books are registered with their subtitle by one and without by another; a part, a reply or another's text of one
-- heading is no version. Words are compared as in like_titled.sql; three that say something tell a title from a heading.
CREATE VIEW short_title AS
WITH parted AS (
    SELECT w.work_id, w."year", list_transform(w.authors, lambda author: lower(strip_accents(author.name))) AS names,
        c.work_id IS NOT NULL AS is_held, regexp_replace(lower(strip_accents(w.title)), '([:?!.]\s| [-\x{2013}\x{2014}] ).*$', '') AS main,
        lower(strip_accents(w.title)) AS whole
    FROM work AS w LEFT JOIN corpus AS c USING (work_id)
    WHERE is_held OR w.work_id IN (SELECT x.cited_id FROM citation AS x JOIN corpus AS k ON k.work_id = x.citing_id)
), spelt AS (
    SELECT * EXCLUDE (main, whole), regexp_replace(main, '[^\p{L}\p{N}]', '', 'g') AS main, regexp_replace(whole, '[^\p{L}\p{N}]', '', 'g') AS whole
    FROM parted
    WHERE NOT regexp_matches(whole[length(main) + 1:], '^\W*(?:an? )?(?:part|volume|vol|chapter|erratum|corrigendum|reply|response|comments?)\b')
      AND len(list_distinct(list_filter(regexp_extract_all(main, '\p{L}{4,}'), lambda word: word NOT IN
          ('about', 'among', 'between', 'from', 'into', 'over', 'that', 'their', 'this', 'through', 'towards', 'under', 'what', 'when', 'where', 'which', 'with', 'within')))) >= 3
)
SELECT o.work_id, min(c.work_id) AS held_id
FROM spelt AS o JOIN spelt AS c ON c.main = o.main AND c.is_held AND NOT o.is_held
WHERE (o.main = o.whole OR c.main = c.whole) AND abs(o."year" - c."year") <= 1
  AND (len(o.names) = 0 OR len(c.names) = 0 OR list_has_any(o.names, c.names))
GROUP BY o.work_id;
COMMENT ON VIEW short_title IS 'Records outside the corpus, cited in it, of a work that it holds, under its title without the subtitle or with one: of the same year within one, and an author in common where both name any';
COMMENT ON COLUMN short_title.work_id IS 'The record outside';
COMMENT ON COLUMN short_title.held_id IS 'The work of the corpus';

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
WHERE x.cited_id NOT IN (SELECT work_id FROM corpus) AND x.cited_id NOT IN (SELECT work_id FROM short_title) AND (k.family_id IS NULL OR k.family_id NOT IN (SELECT work_id FROM corpus))
GROUP BY x.cited_id, w.work_id, w.title, w.year, w.doi, w.cited_by_count
HAVING count(DISTINCT x.citing_id) >= 3
ORDER BY cited_by_corpus DESC, x.cited_id;
COMMENT ON VIEW missed_seminal IS 'Works cited by three or more corpus works of which neither they nor another version is in the corpus, with the phase that decided against them and why';
COMMENT ON COLUMN missed_seminal.cited_by_corpus IS 'Works of the corpus that cite it';
COMMENT ON COLUMN missed_seminal.reason IS 'Why it is not in the corpus';

-- Who says that a work found through a citation is linked to the work that led to it; learnt later does not count.
CREATE VIEW discovery_source AS
WITH ways AS (
    SELECT d.discovery_id, d.work_id, d.strategy, d.stage, d.via_work_id, x."source", x.stage AS learnt
    FROM discovery AS d JOIN citation AS x ON x.citing_id = d.via_work_id AND x.cited_id = d.work_id WHERE d.strategy = 'backward'
    UNION ALL
    SELECT d.discovery_id, d.work_id, d.strategy, d.stage, d.via_work_id, x."source", x.stage
    FROM discovery AS d JOIN citation AS x ON x.cited_id = d.via_work_id AND x.citing_id = d.work_id WHERE d.strategy = 'forward'
    UNION ALL
    SELECT d.discovery_id, d.work_id, d.strategy, d.stage, d.via_work_id, x."source", x.stage
    FROM discovery AS d JOIN citation AS x ON x.citing_id = d.via_work_id AND x.cited_id = d.work_id WHERE d.strategy IN ('expansion', 'update')
    UNION ALL
    SELECT d.discovery_id, d.work_id, d.strategy, d.stage, d.via_work_id, x."source", x.stage
    FROM discovery AS d JOIN citation AS x ON x.cited_id = d.via_work_id AND x.citing_id = d.work_id WHERE d.strategy IN ('expansion', 'update')
)
SELECT discovery_id, work_id, strategy, stage, via_work_id, list(DISTINCT "source" ORDER BY "source") AS sources
FROM ways WHERE learnt <= stage GROUP BY ALL;
COMMENT ON VIEW discovery_source IS 'Works found through a citation, with the catalogue or second index, or both, that states it';
COMMENT ON COLUMN discovery_source.sources IS 'Who states the citation, as in citation';

CREATE VIEW citation_disagreement AS
WITH lead AS (
    SELECT DISTINCT "source" FROM citation WHERE "source" NOT IN (SELECT "source" FROM citation_lookup)
), asked AS (
    SELECT work_id, "source", 1 AS place FROM citation_lookup WHERE status = 'found'
    UNION ALL
    SELECT w.work_id, r."source", 0 FROM work AS w JOIN response AS r USING (response_id) JOIN lead AS a ON a."source" = r."source"
    WHERE w.work_id IN (SELECT work_id FROM citation_lookup WHERE status = 'found')
), pairs AS (
    SELECT a.work_id, a."source" AS "first", b."source" AS "second"
    FROM asked AS a JOIN asked AS b ON b.work_id = a.work_id AND (a.place, a."source") < (b.place, b."source")
), cited AS (
    SELECT p.work_id, p."first", p."second", x.cited_id, bool_or(x."source" = p."first") AS here, bool_or(x."source" = p."second") AS there
    FROM pairs AS p LEFT JOIN citation AS x ON x.citing_id = p.work_id AND x."source" IN (p."first", p."second")
    GROUP BY ALL
)
SELECT work_id, "first", "second", count(*) FILTER (here AND there)::INTEGER AS "both",
    count(*) FILTER (here AND NOT there)::INTEGER AS first_only, count(*) FILTER (there AND NOT here)::INTEGER AS second_only,
    round(count(*) FILTER (here AND there) / nullif(count(cited_id), 0), 4) AS share
FROM cited GROUP BY work_id, "first", "second"
ORDER BY work_id, "first", "second";
COMMENT ON VIEW citation_disagreement IS 'References of works that second indexes were asked about, by each pair of sources that have a record of the work: how many both state, and how many only one; what a second index states of works that nobody identifies is not among them';
COMMENT ON COLUMN citation_disagreement."first" IS 'The catalogue, or an index earlier in the alphabet';
COMMENT ON COLUMN citation_disagreement."second" IS 'A second index';
COMMENT ON COLUMN citation_disagreement."both" IS 'References that both state';
COMMENT ON COLUMN citation_disagreement.first_only IS 'References that only the first states';
COMMENT ON COLUMN citation_disagreement.second_only IS 'References that only the second states';
COMMENT ON COLUMN citation_disagreement.share IS 'Those of both among all, in [0, 1]; empty where neither states any';
