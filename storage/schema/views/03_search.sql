-- What the search found, and when and why it stopped.

CREATE VIEW first_discovery AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (
        PARTITION BY work_id
        ORDER BY stage, list_position(['seed', 'import', 'keyword', 'book', 'expert', 'citation', 'backward', 'forward'], strategy),
                 rank, discovery_id
    ) AS place FROM discovery
) WHERE place = 1;
COMMENT ON VIEW first_discovery IS 'The way each work counts as found in the PRISMA numbers';

CREATE VIEW first_import AS
SELECT m.work_id, i."source", f.name AS file, i.line, m.matched_by, i.label
FROM import_match AS m JOIN imported_record AS i USING (record_id) JOIN imported_file AS f USING (file_id)
WHERE m.work_id IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY m.work_id ORDER BY m.stage, f.name, f.file_id, i.line) = 1;
COMMENT ON VIEW first_import IS 'Works imported, each with the first of its records';
COMMENT ON COLUMN first_import."source" IS 'Database or tool that the record was exported from';
COMMENT ON COLUMN first_import.file IS 'File';
COMMENT ON COLUMN first_import.matched_by IS 'DOI, PMID or title; empty for a work that the catalogue does not have';

CREATE VIEW database_records AS
WITH met AS (
    SELECT q.catalogue, count(DISTINCT d.work_id)::INTEGER AS records,
        count(DISTINCT d.work_id) FILTER (d.work_id NOT IN (
            SELECT o.work_id FROM discovery AS o JOIN search_query AS p USING (query_id) WHERE p.catalogue <> q.catalogue
        ))::INTEGER AS alone
    FROM search_query AS q JOIN discovery AS d USING (query_id) WHERE q.strategy <> 'expansion' GROUP BY q.catalogue
)
SELECT catalogue, records, alone FROM met WHERE (SELECT count(*) FROM met) > 1;
COMMENT ON VIEW database_records IS 'Works that the queries of each database found, where several were searched; a work found in two counts in both';
COMMENT ON COLUMN database_records.catalogue IS 'Database';
COMMENT ON COLUMN database_records.records IS 'Works that its queries found';
COMMENT ON COLUMN database_records.alone IS 'Those of them that no other database found';

CREATE VIEW amended_search_yield AS
WITH met AS (
    SELECT q.protocol, d.work_id, d.stage, (SELECT min(e.stage) FROM discovery AS e WHERE e.work_id = d.work_id AND e.strategy <> 'expansion') AS first_stage
    FROM search_query AS q JOIN discovery AS d USING (query_id) WHERE q.protocol IS NOT NULL
)
SELECT a.number, a.stage, a.begun_at::DATE AS "day",
    (SELECT count(*) FROM search_query AS q WHERE q.protocol = a.number)::INTEGER AS queries,
    (SELECT count(DISTINCT work_id) FROM met WHERE protocol = a.number)::INTEGER AS records,
    (SELECT count(DISTINCT work_id) FROM met WHERE protocol = a.number AND first_stage = met.stage AND work_id NOT IN (
        SELECT work_id FROM met WHERE protocol < a.number))::INTEGER AS fresh,
    (SELECT count(DISTINCT work_id) FROM met JOIN relevant USING (work_id) WHERE protocol = a.number)::INTEGER AS relevant
FROM amended_search AS a;
COMMENT ON VIEW amended_search_yield IS 'What each search for the questions that an amendment of the protocol brought found';
COMMENT ON COLUMN amended_search_yield.number IS 'Version of the protocol';
COMMENT ON COLUMN amended_search_yield."day" IS 'Day it began (UTC)';
COMMENT ON COLUMN amended_search_yield.queries IS 'Queries run for it; those run before are not run again';
COMMENT ON COLUMN amended_search_yield.records IS 'Works that these found';
COMMENT ON COLUMN amended_search_yield.fresh IS 'Those of them that no earlier stage had found';
COMMENT ON COLUMN amended_search_yield.relevant IS 'Those of the works found that screening holds to be relevant';

CREATE VIEW work_index AS
SELECT work_id, scheme, identifier, list(DISTINCT stated_by ORDER BY stated_by) AS stated_by FROM work_identifier GROUP BY ALL;
COMMENT ON VIEW work_index IS 'What each work is called, by scheme, and which indexes say so';
COMMENT ON COLUMN work_index.stated_by IS 'Indexes';

CREATE VIEW work_language AS
SELECT w.work_id, CASE WHEN d.work_id IS NULL THEN w.language ELSE d.language END AS "language", w.language AS stated,
    CASE WHEN d.language IS NOT NULL THEN 'detected' WHEN d.work_id IS NULL AND w.language IS NOT NULL THEN 'stated' ELSE 'unknown' END AS basis,
    d.probability, d.detector
FROM work AS w LEFT JOIN detected_language AS d USING (work_id);
COMMENT ON VIEW work_language IS 'The language of each work and what it rests on: the one its record states, else the one detected';
COMMENT ON COLUMN work_language."language" IS 'The language that holds (ISO 639-1); empty where it is not known';
COMMENT ON COLUMN work_language.stated IS 'What the record states, also where that cannot be';
COMMENT ON COLUMN work_language.basis IS 'stated, detected or unknown';

CREATE VIEW prisma AS
WITH found AS (
    SELECT f.work_id, f.strategy, d.phase, d.verdict, d.reason, a.work_id IS NOT NULL AS screened, a.verdict AS screening,
        c.work_id IS NOT NULL AS included
    FROM first_discovery AS f LEFT JOIN current_decision AS d USING (work_id) LEFT JOIN assessment AS a USING (work_id)
    LEFT JOIN (SELECT work_id FROM corpus) AS c USING (work_id)
), left_out AS (
    SELECT phase, verdict FROM found WHERE screening = 'include' AND NOT included
), sought AS (
    -- Of the attempts to get a text the one that worked counts, else the last failure, as in the view fulltext.
    SELECT work_id, status FROM fulltext_attempt WHERE work_id IN (SELECT work_id FROM first_discovery)
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY (status = 'stored') DESC, round DESC, place DESC) = 1
)
SELECT 'identified' AS item, count(*) AS n FROM found
UNION ALL SELECT 'identified_' || strategy, count(*) FROM found GROUP BY strategy
UNION ALL SELECT 'records_from ' || catalogue, records FROM database_records
UNION ALL SELECT 'imported_from ' || "source", count(*) FROM found JOIN first_import USING (work_id) WHERE strategy = 'import' GROUP BY "source"
UNION ALL SELECT 'imported_records', count(*) FROM imported_record HAVING count(*) > 0
UNION ALL SELECT 'imported_repeats', (SELECT count(*) FROM import_match WHERE work_id IS NOT NULL) - count(*) FILTER (strategy = 'import')
    FROM found HAVING EXISTS (FROM imported_record)
UNION ALL SELECT 'imported_unusable', count(*) FROM import_match WHERE work_id IS NULL HAVING count(*) > 0
UNION ALL SELECT 'searched_as_amended ' || number, fresh FROM amended_search_yield
UNION ALL SELECT 'duplicates', count(*) FILTER (phase = 'deduplication') FROM found
UNION ALL SELECT 'rule_excluded', count(*) FILTER (phase = 'eligibility') FROM found
UNION ALL SELECT 'rule_excluded_as ' || reason, count(*) FROM found WHERE phase = 'eligibility' GROUP BY reason
UNION ALL SELECT 'language_detected', count(*) FROM found JOIN work_language USING (work_id) WHERE basis = 'detected' HAVING count(*) > 0
UNION ALL SELECT 'rule_excluded_by_detection', count(*) FROM found JOIN work_language USING (work_id)
    WHERE phase = 'eligibility' AND reason = 'Not in a language admitted.' AND basis = 'detected' HAVING count(*) > 0
UNION ALL SELECT 'not_reached', count(*) FILTER (phase = 'cutoff') FROM found
UNION ALL SELECT 'pending', count(*) FILTER (phase IS NULL) FROM found
UNION ALL SELECT 'screened', count(*) FILTER (screened) FROM found
UNION ALL SELECT 'excluded', count(*) FILTER (screening = 'exclude') FROM found
UNION ALL SELECT 'excluded_by ' || coalesce(name || ' ', '') || kind || ' ' || text, works FROM criterion_exclusion WHERE works > 0
UNION ALL SELECT 'unsure', count(*) FILTER (screening = 'unsure') FROM found
UNION ALL SELECT 'relevant', count(*) FILTER (screening = 'include') FROM found
UNION ALL SELECT 'beyond_tier', count(*) FILTER (phase NOT IN ('retrieval', 'retraction', 'full text')) FROM left_out
UNION ALL SELECT 'fulltext_assessed', count(*) FROM fulltext_assessment HAVING count(*) > 0
UNION ALL SELECT 'fulltext_excluded', count(*) FROM left_out WHERE phase = 'full text' AND verdict = 'exclude' HAVING count(*) > 0
UNION ALL SELECT 'fulltext_held', count(*) FROM left_out WHERE phase = 'full text' AND verdict = 'unsure' HAVING count(*) > 0
UNION ALL SELECT 'fulltext_excluded_by ' || coalesce(coalesce(a.name || ' ', '') || a.kind || ' ' || a.text, 'reasons that differ'), count(*)
    FROM found AS f JOIN fulltext_assessment AS a USING (work_id) WHERE f.phase = 'full text' AND f.verdict = 'exclude' AND NOT f.included
    GROUP BY a.name, a.kind, a.text
UNION ALL SELECT 'not_retrieved', count(*) FROM left_out WHERE phase = 'retrieval' HAVING count(*) > 0
UNION ALL SELECT 'retracted', count(*) FROM left_out WHERE phase = 'retraction' HAVING count(*) > 0
UNION ALL SELECT 'corpus', count(*) FROM corpus
UNION ALL SELECT 'expansion', count(*) FROM corpus JOIN search_stage USING (stage) WHERE kind = 'expansion' HAVING count(*) > 0
UNION ALL SELECT 'sought', count(*) FROM sought
UNION ALL SELECT 'retrieved', count(*) FILTER (status = 'stored') FROM sought
UNION ALL SELECT 'unretrieved', count(*) FILTER (status <> 'stored') FROM sought
UNION ALL SELECT 'unretrieved_as ' || status, count(*) FROM sought WHERE status <> 'stored' GROUP BY status;
COMMENT ON VIEW prisma IS 'PRISMA 2020 counts: identified is the sum of identified_… by what found each work first; records_from … by database where several were searched, a work found in two counting in both; searched_as_amended … by version of the protocol: those that were found first by the search for the questions that it brought; identified_import the sum of imported_from … by database or tool; imported_records (those in the files) = identified_import + imported_repeats (of a work imported before, or found before) + imported_unusable (without a title, and not in the catalogue); identified = duplicates + rule_excluded + not_reached + screened (+ pending while running); rule_excluded the sum of rule_excluded_as … by rule; language_detected: those of identified whose language was detected from title and abstract, since no record states one, or one that cannot be; rule_excluded_by_detection: those of them left out for it; screened = excluded + unsure + relevant; of those excluded, excluded_by with a criterion, after its id in the protocol, are those that it left out; relevant = beyond_tier + corpus (+ not_retrieved, where works that cannot be read gave their place to others; + retracted, where works were retracted that the catalogue does not know to be; + fulltext_excluded, the sum of fulltext_excluded_by with a criterion, where full texts ruled works out, of those fulltext_assessed); expansion: those of the corpus that supervision brought in, whose screening was against a gap in the text; sought = retrieved + unretrieved: works whose full text was looked for, those of unretrieved by the status of the last attempt as unretrieved_as';
COMMENT ON COLUMN prisma.item IS 'What is counted';
COMMENT ON COLUMN prisma.n IS 'How many works';

CREATE VIEW language_works AS
SELECT coalesce(l.language, '') AS "language", count(*)::INTEGER AS found,
    count(*) FILTER (d.phase = 'eligibility' AND d.reason = 'Not in a language admitted.')::INTEGER AS left_out,
    count(*) FILTER (l.work_id IN (SELECT work_id FROM corpus))::INTEGER AS included,
    count(*) FILTER (l.basis = 'detected')::INTEGER AS detected
FROM work_language AS l JOIN first_discovery USING (work_id) LEFT JOIN current_decision AS d USING (work_id) GROUP BY ALL;
COMMENT ON VIEW language_works IS 'Works found, by the language that the catalogue states, else by the one detected';
COMMENT ON COLUMN language_works."language" IS 'Code of ISO 639-1; empty where none is stated and none could be detected: such works stay, whatever languages are admitted';
COMMENT ON COLUMN language_works.found IS 'Works found';
COMMENT ON COLUMN language_works.left_out IS 'Those of them left out because their language is not admitted';
COMMENT ON COLUMN language_works.included IS 'Those of them in the corpus';
COMMENT ON COLUMN language_works.detected IS 'Those of the works found whose language was detected';

CREATE VIEW screening_pool AS
SELECT DISTINCT work_id FROM discovery
WHERE strategy <> 'expansion' AND work_id NOT IN (SELECT work_id FROM decision WHERE phase IN ('deduplication', 'eligibility'))
  AND work_id NOT IN (SELECT work_id FROM decision WHERE decided_by = 'import')
UNION SELECT work_id FROM decision WHERE phase = 'screening' AND work_id NOT IN (SELECT work_id FROM decision WHERE decided_by = 'import');
COMMENT ON VIEW screening_pool IS 'Works found by the search and eligible, screened or not; expansions are no part of the search, and works with an imported verdict none of the screening';

CREATE VIEW screening_draw AS
WITH drawn AS (
    SELECT work_id, min(seq) AS seq FROM decision WHERE phase = 'screening'
      AND work_id NOT IN (SELECT work_id FROM decision WHERE decided_by = 'import') GROUP BY work_id
), ordered AS (
    SELECT d.work_id, row_number() OVER (ORDER BY d.seq) AS place, (s.verdict = 'include')::INTEGER AS hit,
        a.work_id IS NOT NULL AS audited
    FROM drawn AS d JOIN screening_decision AS s USING (work_id) LEFT JOIN audit AS a USING (work_id)
)
SELECT work_id, place, hit, audited, sum(hit) OVER (ORDER BY place) AS found,
    (SELECT count(*) FROM screening_pool) - place + 1 AS urn
FROM ordered;
COMMENT ON VIEW screening_draw IS 'Works in the order they were screened: whether relevant (hit), whether drawn at random (audited), how many were relevant so far (found), how many works there were to draw from (urn)';
COMMENT ON COLUMN screening_draw.place IS '1 was screened first';
COMMENT ON COLUMN screening_draw.hit IS '1 where relevant, else 0';
COMMENT ON COLUMN screening_draw.audited IS 'Whether drawn at random';
COMMENT ON COLUMN screening_draw.found IS 'Relevant works up to this place';
COMMENT ON COLUMN screening_draw.urn IS 'Works there were to draw from';

CREATE VIEW saturation AS
WITH looks AS (
    SELECT * FROM stop_look QUALIFY row_number() OVER (PARTITION BY stage ORDER BY screened DESC) = 1
), begun AS (
    -- Questions that an amendment brought are searched for in a stage that the search counts from as from the first.
    SELECT coalesce(max(stage), 0) AS stage FROM amended_search
), stages AS (
    SELECT d.*, b.stage AS begun, b.stage + t.stages AS stages_allowed, t.works AS works_allowed, t.delta_threshold,
        d.stage > b.stage AND d.coverage_delta < t.delta_threshold AS dry,
        d.stage > b.stage AND d.stop_p_value <= 0.05 AS shown, r.recall_target, coalesce(l.exhausted, false) AS exhausted,
        sum(d.relevant) OVER (ORDER BY d.stage) AS relevant_so_far,
        sum(d.seeds) OVER (ORDER BY d.stage) AS followed_so_far
    FROM diffusion_stage AS d LEFT JOIN looks AS l USING (stage), begun AS b, review AS r JOIN tier AS t USING (quality)
), rounds AS (
    SELECT *, dry AND coalesce(lag(dry) OVER (ORDER BY stage), false) AS dry_twice FROM stages
)
SELECT stage, seeds, candidates, relevant, coverage_delta, delta_threshold, relevant_so_far, dry,
    CASE WHEN stage < begun OR EXISTS (FROM unsearched_question) THEN NULL
         WHEN dry AND shown AND relevant_so_far >= recall_target * (relevant_so_far + missed_estimate) THEN 'certified'
         WHEN stage > begun AND exhausted AND followed_so_far >= relevant_so_far THEN 'budget'
         -- Under three batches of 25, screening ended because nothing was left to screen.
         WHEN stage > begun AND candidates = 0 AND (seeds = 0 OR followed_so_far >= relevant_so_far) THEN 'dry_round'
         WHEN stage > begun AND relevant = 0 AND candidates < 75 AND followed_so_far >= relevant_so_far THEN 'dry_round'
         WHEN dry_twice THEN 'delta'
         WHEN stage > begun AND relevant_so_far >= 2 * works_allowed THEN 'works'
         WHEN stage >= stages_allowed THEN 'stages' END AS stop_reason,
    stop_p_value,
    relevant_so_far / nullif(relevant_so_far + missed_estimate, 0) AS recall_estimate,
    relevant_so_far / nullif(relevant_so_far + missed_upper, 0) AS recall_low
FROM rounds;
COMMENT ON VIEW saturation IS 'Coverage by stage and why snowballing stopped: certified (a stage below the threshold, the recall target is shown at 5% for the works found, and estimated to be met with those that no search met), dry_round (nothing left to screen, or nothing relevant in the last of it and no work left to follow), delta (two stages running below the threshold; certifies nothing), works (twice the tier''s works are relevant), stages (the tier''s stages are done), budget (the share of works that may be screened is used up and nobody is left to follow).';
COMMENT ON COLUMN saturation.dry IS 'Whether the coverage delta is below the threshold';
COMMENT ON COLUMN saturation.relevant_so_far IS 'Works included up to this stage';
COMMENT ON COLUMN saturation.stop_reason IS 'Why snowballing stopped after this stage; empty where it went on, as for questions that an amendment of the protocol brought';
COMMENT ON COLUMN saturation.recall_estimate IS 'Share of the relevant works found by then, estimated';
COMMENT ON COLUMN saturation.recall_low IS 'Lower bound of its 95% interval';

-- How many relevant works no search met, from how often those met were captured; intervals are log-normal (Chao 1987).
-- Chapman (1951): keyword against citation captures. Chao2 (Chao 1987, bias-corrected): works met by one and by two
-- strategies. Coverage: Good (1953). Captures depend on each other: backward and forward share a citation component and
-- miss what lies in another, so Chao2 is a lower bound; keyword searches cross components, so Chapman sees those.
-- What an expansion finds again was not captured by the search.
CREATE VIEW unseen AS
WITH captures AS (
    SELECT DISTINCT d.work_id, d.strategy FROM discovery AS d JOIN relevant AS r USING (work_id) WHERE d.strategy <> 'expansion'
), works AS (
    SELECT work_id, count(*) AS times, bool_or(strategy = 'keyword') AS by_words,
        bool_or(strategy IN ('citation', 'backward', 'forward')) AS by_links
    FROM captures GROUP BY work_id
), counted AS (
    SELECT count(*) AS seen, count(*) FILTER (by_words) AS n1, count(*) FILTER (by_links) AS n2,
        count(*) FILTER (by_words AND by_links) AS m, count(*) FILTER (by_words OR by_links) AS either,
        count(*) FILTER (times = 1) AS q1, count(*) FILTER (times = 2) AS q2, coalesce(sum(times), 0) AS captured,
        (SELECT count(DISTINCT strategy) FROM captures) AS t
    FROM works
), estimated AS (
    SELECT 'chapman' AS estimator, either AS seen, (n1 + 1) * (n2 + 1) / (m + 1) - 1 - either AS missed,
        (n1 + 1) * (n2 + 1) * (n1 - m) * (n2 - m) / ((m + 1) * (m + 1) * (m + 2)) AS variance,
        -- All that one way found was found by the other too: then at most 3 / n of what it could find escaped the other.
        CASE WHEN n2 = m AND n1 > 0 AND n2 > 3 THEN n1 * 3 / (n2 - 3) WHEN n1 = m AND n1 > 3 THEN n2 * 3 / (n1 - 3) END AS rule_of_three
    FROM counted WHERE n1 > 0 AND n2 > 0
    UNION ALL
    SELECT 'chao2', seen, (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)),
        (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)) + ((t - 1) / t) ** 2 * (q1 * (2 * q1 - 1) ** 2 / (4 * (q2 + 1) ** 2)
            + q1 ** 2 * q2 * (q1 - 1) ** 2 / (4 * (q2 + 1) ** 4)),
        CASE WHEN captured > 3 THEN seen * 3 / (captured - 3) END
    FROM counted WHERE t > 1
)
SELECT estimator, seen::INTEGER AS seen, missed::DOUBLE AS missed,
    CASE WHEN missed > 0 THEN missed / exp(1.96 * sqrt(ln(1 + variance / missed ** 2))) ELSE 0 END::DOUBLE AS missed_lower,
    CASE WHEN missed > 0 AND variance > 0 THEN missed * exp(1.96 * sqrt(ln(1 + variance / missed ** 2)))
         WHEN rule_of_three IS NOT NULL THEN greatest(missed, rule_of_three) END::DOUBLE AS missed_upper,
    (SELECT CASE WHEN captured > 0 THEN 1 - q1 / captured END FROM counted)::DOUBLE AS coverage
FROM estimated;
COMMENT ON VIEW unseen IS 'Relevant works that no search met, by estimator (chapman: words against links; chao2: strategies, a lower bound), with 95% intervals (rule of three where the captures show none missed; empty where they are too few) and Good-Turing coverage; the captures depend on each other';
COMMENT ON COLUMN unseen.estimator IS 'chapman or chao2';
COMMENT ON COLUMN unseen.seen IS 'Relevant works that it counts from';
COMMENT ON COLUMN unseen.missed IS 'Relevant works that no search met, estimated';
COMMENT ON COLUMN unseen.missed_lower IS 'Lower bound of its 95% interval';
COMMENT ON COLUMN unseen.missed_upper IS 'Upper bound of its 95% interval; empty where captures are too few';
COMMENT ON COLUMN unseen.coverage IS 'Good-Turing coverage of the captures';

CREATE VIEW recall_estimate AS
WITH closed AS (
    FROM diffusion_stage ORDER BY stage DESC LIMIT 1
), met AS (
    SELECT count(*) AS found FROM relevant
), captured AS (
    FROM unseen ORDER BY estimator = 'chapman' DESC LIMIT 1
), estimated AS (
    -- Works that a score let in when the last stage was closed count with what they were found by.
    SELECT c.missed_lower, CASE WHEN by_captures THEN coalesce(c.missed, l.missed_estimate) ELSE l.missed_estimate END AS missed,
        CASE WHEN by_captures AND c.missed IS NOT NULL THEN c.missed_upper ELSE l.missed_upper END AS missed_upper
    FROM (SELECT *, EXISTS (
        FROM decision AS i JOIN decision AS e USING (work_id)
        WHERE i.phase = 'screening' AND i.method = 'ranker' AND i.verdict = 'include' AND e.phase = 'screening' AND e.method = 'ranker'
            AND e.verdict = 'exclude' AND e.score = i.score AND e.seq < i.seq
    ) AS by_captures FROM closed) AS l LEFT JOIN captured AS c ON true
)
SELECT found / (found + missed) AS recall, found / (found + missed_upper) AS low,
    found / (found + least(missed, coalesce(missed_lower, 0))) AS high
FROM met, estimated WHERE found > 0 AND missed IS NOT NULL;
COMMENT ON VIEW recall_estimate IS 'Share of the relevant works that the search found, estimated from captures of those not met and, where an analyst reads, from what the audit and the order of screening say of those not screened; no row where neither says anything';
COMMENT ON COLUMN recall_estimate.recall IS 'Share in [0, 1]';
COMMENT ON COLUMN recall_estimate.low IS 'Lower bound of its 95% interval';
COMMENT ON COLUMN recall_estimate.high IS 'Upper bound of its 95% interval';
