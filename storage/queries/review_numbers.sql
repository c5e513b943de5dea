-- Every number that the prose of the review may state, by name.
-- A view is named once here: planning each mention of it takes far longer than reading its rows.
WITH counts AS (SELECT map_from_entries(list((item, n))) AS c FROM prisma),
works AS MATERIALIZED (SELECT work_id, "year", abstract, abstract_source, stage FROM corpus),
judged AS MATERIALIZED (SELECT work_id, verdict, method, decided_by FROM screening_decision),
stopped AS MATERIALIZED (SELECT arg_max(stop_reason, stage) AS stop_reason FROM saturation),
uncertified AS MATERIALIZED (FROM recall_estimate WHERE (SELECT stop_reason FROM stopped) IS DISTINCT FROM 'certified'),
kept AS MATERIALIZED (
    -- A preprint is in the corpus as what it was published as.
    SELECT count(*) FILTER (work_id IN (SELECT work_id FROM works)) / nullif(count(*), 0) AS share
    FROM judged WHERE verdict = 'include'
), recalled AS MATERIALIZED (
    SELECT round(recall, 3) AS recall, round(low, 3) AS recall_low, round(high, 3) AS recall_high,
        round(recall * share, 3) AS recall_kept, round(low * share, 3) AS recall_kept_low,
        round(high * share, 3) AS recall_kept_high
    FROM uncertified, kept
), searched AS (
    -- What an expert or a named work leads to is taken whole, and citations are cut by rank.
    SELECT *, strategy IN ('keyword', 'book', 'citation', 'expansion') AND hits > retrieved AS capped,
        CAST(filters->>'cited_by_over' AS INTEGER) AS least,
        CASE WHEN filters->>'cited_by_over' IS NOT NULL THEN CAST(filters->>'cited_by_exempt_from' AS INTEGER) END AS exempt
    FROM search_query
), of_queries AS (
    SELECT count(*) AS queries, count(least) AS queries_by_citations, min(least) AS cited_by_over,
        max(exempt) AS cited_by_exempt_from, count(*) FILTER (capped) AS queries_capped,
        max(retrieved) FILTER (capped) AS query_limit
    FROM searched
), of_amended AS (
    SELECT nullif(count(*), 0) AS amended_searches, sum(queries)::BIGINT AS amended_queries, sum(records)::BIGINT AS amended_records,
        sum(fresh)::BIGINT AS amended_fresh
    FROM amended_search_yield
), of_people AS (
    SELECT count(*) AS judged_by_people, count(*) FILTER (p.verdict <> t.analyst) AS overturned
    FROM judged AS p LEFT JOIN judged_twice AS t USING (work_id) WHERE p.method = 'human' AND p.decided_by <> 'user'
), of_jointly AS (
    SELECT count(*) AS judged_jointly, nullif(count(*) FILTER (differed), 0) AS judged_differently
    FROM (SELECT count(DISTINCT verdict) > 1 OR bool_and(verdict = 'unsure') AS differed FROM independent_verdict WHERE phase IS NULL GROUP BY work_id HAVING count(*) > 1)
), of_pairs AS (
    -- One pair has one figure, several have the lowest and the highest.
    SELECT printf('%.1f', min(percent)) AS lowest, printf('%.1f', max(percent)) AS highest,
        CASE WHEN lowest = highest THEN lowest ELSE lowest || '% to ' || highest END || '%' AS pair_percent,
        printf('%.2f', min(kappa)) AS least, printf('%.2f', max(kappa)) AS most,
        CASE WHEN least = most THEN least ELSE least || ' to ' || most END AS pair_kappa
    FROM screener_agreement WHERE phase IS NULL
), of_conflicts AS (
    SELECT nullif(count(*) FILTER (state = 'third'), 0) AS decided_by_third, nullif(count(*) FILTER (state = 'consensus'), 0) AS decided_by_consensus,
        nullif(count(*) FILTER (state = 'conflict'), 0) AS open_conflicts, nullif(count(*) FILTER (state = 'pending'), 0) AS awaiting_screeners
    FROM joint_screening
), of_judged AS (
    SELECT count(*) FILTER (method = 'cocitation') AS by_structure,
        count(*) FILTER (decided_by = 'user' AND verdict = 'include') AS named
    FROM judged
), of_bound AS (
    -- What the score had left out in the course of the search, and let in by itself when that had ended.
    SELECT nullif(count(*), 0) AS by_bound, printf('%.2f', min(s.score)) AS by_bound_from FROM screening_decision AS s
    WHERE s.verdict = 'include' AND s.method = 'ranker' AND EXISTS (
        SELECT 1 FROM decision AS e
        WHERE e.work_id = s.work_id AND e.method = 'ranker' AND e.verdict = 'exclude' AND e.score = s.score
    )
), of_set_aside AS (
    SELECT nullif(count(DISTINCT work_id), 0) AS judgements_set_aside FROM set_aside
), of_trial AS (
    SELECT t.works AS trial_works, t.included AS trial_included, t.unjudged AS trial_unjudged
    FROM screening_trial AS t WHERE (SELECT judgements_set_aside FROM of_set_aside) > 0
), of_works AS (
    -- A work read in full has a text, with or without an abstract.
    SELECT nullif(count(DISTINCT w.stage) FILTER (g.kind = 'expansion'), 0) AS expansions,
        min(w."year") AS first_year, max(w."year") AS last_year,
        list_sort(list(w."year"))[count(w."year") // 2 + 1] AS median_year,
        count(*) FILTER (w.abstract IS NOT NULL OR s.work_id IS NOT NULL) AS with_abstract,
        count(*) FILTER (w.abstract IS NULL AND s.work_id IS NULL) AS without_abstract,
        nullif(count(s.work_id), 0) AS with_full_text,
        count(*) FILTER (w.abstract_source = 'project note' AND s.work_id IS NULL) AS sources_note,
        count(*) FILTER (w."year" > (SELECT least(max(v.as_of), max(f."year")) - 3 FROM relevant JOIN work AS f USING (work_id), review AS v)) AS recent
    FROM works AS w LEFT JOIN (SELECT work_id FROM summary WHERE "source" LIKE 'full text%') AS s USING (work_id)
    LEFT JOIN search_stage AS g USING (stage)
), of_places AS (
    -- By the place that stood on record when the work was left out; decisions of before places were recorded have none.
    SELECT nullif(count(*) FILTER (CAST(features->>'bare' AS INTEGER) = 1 AND CAST(features->>'place' AS INTEGER) > tier_works), 0) AS tier_bare,
        nullif(count(*) FILTER (CAST(features->>'place' AS INTEGER) <= tier_works), 0) AS tier_displaced
    FROM current_decision WHERE phase = 'selection' AND verdict = 'exclude' AND features IS NOT NULL
), of_appraisals AS (
    SELECT nullif(count(DISTINCT work_id), 0) AS appraised FROM appraised_work
), of_findings AS (
    SELECT count(*) AS findings, count(DISTINCT work_id) FILTER (kind = 'future_work') AS naming_questions,
        count(DISTINCT work_id) FILTER (kind = 'limitation') AS naming_limits, count(DISTINCT quote_id) AS quotes
    FROM current_finding JOIN works USING (work_id)
)
SELECT
    c['identified'] AS discovered, c['duplicates'] AS duplicates, c['rule_excluded'] AS rule_excluded,
    c['rule_excluded_as Not in a language admitted.'] AS of_other_languages,
    c['language_detected'] AS languages_detected, c['rule_excluded_by_detection'] AS of_detected_languages,
    (SELECT nullif(count(*), 0) FROM current_decision AS d JOIN criterion AS k USING (criterion_id)
     WHERE d.phase = 'eligibility' AND starts_with(k.text, 'No single work:')) AS no_single_works,
    c['not_reached'] AS not_reached, c['screened'] AS screened, c['excluded'] AS excluded, c['unsure'] AS unsure,
    c['relevant'] AS relevant, c['beyond_tier'] AS beyond_tier, c['corpus'] AS corpus, tier_bare, tier_displaced,
    c['not_retrieved'] AS not_retrieved, c['retracted'] AS retracted,
    (SELECT nullif(count(*), 0) FROM work_version WHERE relation = 'published since') AS superseded,
    c['expansion'] AS expansion_works, expansions,
    queries, queries_by_citations, cited_by_over, cited_by_exempt_from, queries_capped, query_limit,
    amended_searches, amended_queries, amended_records, amended_fresh,
    (SELECT nullif(count(DISTINCT work_id), 0) FROM citation_lookup) AS second_asked,
    (SELECT string_agg(DISTINCT "source", ', ' ORDER BY "source") FROM citation_lookup) AS second_sources,
    (SELECT nullif(count(*), 0) FROM (SELECT citing_id, cited_id FROM citation WHERE "source" IN (SELECT "source" FROM citation_lookup)
        EXCEPT SELECT citing_id, cited_id FROM citation WHERE "source" NOT IN (SELECT "source" FROM citation_lookup))) AS second_citations,
    c['imported_records'] AS imported,
    (SELECT nullif(count(*), 0) FROM first_import WHERE matched_by = '') AS imported_unmatched,
    (SELECT nullif(count(*), 0) FROM decision WHERE decided_by = 'import') AS imported_labels,
    (SELECT max(stage) FROM diffusion_stage) AS stages,
    (SELECT count(*) FROM snowball) AS followed,
    stop_reason,
    -- A stage that screened nothing has no share.
    (SELECT CASE WHEN candidates > 0 THEN round(coverage_delta, 3) END FROM diffusion_stage WHERE stage > 0
     ORDER BY stage DESC LIMIT 1) AS coverage_delta,
    recall, recall_low, recall_high, round(share, 3) AS kept_share, recall_kept, recall_kept_low, recall_kept_high,
    by_structure, (SELECT by_bound FROM of_bound) AS by_bound, (SELECT by_bound_from FROM of_bound) AS by_bound_from, judged_by_people, overturned,
    (SELECT nullif(count(DISTINCT screener), 0) FROM standing_verdict) AS screener_people,
    (SELECT arg_max(screeners, "at") FROM required_screeners) AS screeners_required,
    nullif(judged_jointly, 0) AS judged_jointly, judged_differently, pair_percent, pair_kappa,
    decided_by_third, decided_by_consensus, open_conflicts, awaiting_screeners,
    judgements_set_aside, trial_works, trial_included, trial_unjudged,
    (SELECT nullif(sum(works), 0)::BIGINT FROM criterion_exclusion) AS excluded_by_criteria,
    (SELECT count(*) FROM current_theme) AS themes,
    (SELECT nullif(count(*), 0) FROM vote_count WHERE works > 1) AS comparisons,
    (SELECT nullif(count(*), 0) FROM pooled_effect) AS pooled,
    first_year, last_year, median_year, with_abstract, without_abstract, with_full_text, sources_note, recent,
    findings, naming_questions, naming_limits, named, quotes,
    (SELECT nullif(count(DISTINCT number), 0) FROM living_section) AS updates,
    appraised, nullif(c['corpus'] - appraised, 0) AS unappraised,
    r.from_year, r.to_year, r.catalogue, r.quality, t.works AS tier_works, t.stages AS tier_stages,
    -- The text is of the year of the last update that changed it; rules about recency go on counting from the first.
    greatest(r.as_of, coalesce((
        SELECT max(u.until) FROM living_update AS u WHERE EXISTS (FROM living_section AS l WHERE l.number = u.number)
    ), 0)) AS as_of
FROM review AS r JOIN tier AS t USING (quality), counts, stopped, kept, of_queries, of_amended, of_people, of_jointly, of_pairs, of_conflicts, of_judged, of_works, of_appraisals, of_findings, of_set_aside, of_places
LEFT JOIN recalled ON true
LEFT JOIN of_trial ON true
