-- Every number that the prose of the review may state, by name.
WITH counts AS (SELECT map_from_entries(list((item, n))) AS c FROM prisma),
in_full AS (FROM summary JOIN corpus USING (work_id) WHERE summary.source LIKE 'full text%'),
uncertified AS (
    FROM recall_estimate WHERE (SELECT arg_max(stop_reason, stage) FROM saturation) IS DISTINCT FROM 'certified'
), kept AS (
    -- A preprint is in the corpus as what it was published as.
    SELECT count(*) FILTER (work_id IN (SELECT work_id FROM corpus)) / nullif(count(*), 0) AS share FROM relevant
), capped AS (
    -- What an expert or a named work leads to is taken whole, and citations are cut by rank.
    FROM search_query WHERE strategy IN ('keyword', 'book', 'citation', 'expansion') AND hits > retrieved
), filtered AS (
    SELECT CAST(filters->>'cited_by_over' AS INTEGER) AS least, CAST(filters->>'cited_by_exempt_from' AS INTEGER) AS exempt
    FROM search_query WHERE filters->>'cited_by_over' IS NOT NULL
), by_people AS (
    FROM screening_decision WHERE method = 'human' AND decided_by <> 'user'
)
SELECT
    c['identified'] AS discovered, c['duplicates'] AS duplicates, c['rule_excluded'] AS rule_excluded,
    c['not_reached'] AS not_reached, c['screened'] AS screened, c['excluded'] AS excluded, c['unsure'] AS unsure,
    c['relevant'] AS relevant, c['beyond_tier'] AS beyond_tier, c['corpus'] AS corpus,
    c['not_retrieved'] AS not_retrieved, c['retracted'] AS retracted,
    (SELECT nullif(count(*), 0) FROM work_version WHERE relation = 'published since') AS superseded,
    c['expansion'] AS expansion_works,
    (SELECT nullif(count(DISTINCT stage), 0) FROM corpus WHERE stage > 1000) AS expansions,
    (SELECT count(*) FROM search_query) AS queries,
    (SELECT count(*) FROM filtered) AS queries_by_citations, (SELECT min(least) FROM filtered) AS cited_by_over,
    (SELECT max(exempt) FROM filtered) AS cited_by_exempt_from,
    (SELECT count(*) FROM capped) AS queries_capped, (SELECT max(retrieved) FROM capped) AS query_limit,
    (SELECT max(stage) FROM diffusion_stage) AS stages,
    (SELECT count(*) FROM snowball) AS followed,
    (SELECT arg_max(stop_reason, stage) FROM saturation) AS stop_reason,
    -- A stage that screened nothing has no share.
    (SELECT CASE WHEN candidates > 0 THEN round(coverage_delta, 3) END FROM diffusion_stage WHERE stage > 0
     ORDER BY stage DESC LIMIT 1) AS coverage_delta,
    (SELECT round(recall, 3) FROM uncertified) AS recall, (SELECT round(low, 3) FROM uncertified) AS recall_low,
    (SELECT round(high, 3) FROM uncertified) AS recall_high,
    (SELECT round(share, 3) FROM kept) AS kept_share, (SELECT round(recall * share, 3) FROM uncertified, kept) AS recall_kept,
    (SELECT round(low * share, 3) FROM uncertified, kept) AS recall_kept_low,
    (SELECT round(high * share, 3) FROM uncertified, kept) AS recall_kept_high,
    (SELECT count(*) FROM screening_decision WHERE method = 'cocitation') AS by_structure,
    (SELECT count(*) FROM by_people) AS judged_by_people,
    (SELECT count(*) FROM by_people AS p JOIN judged_twice AS j USING (work_id) WHERE p.verdict <> j.analyst) AS overturned,
    (SELECT count(*) FROM current_theme) AS themes,
    (SELECT min("year") FROM corpus) AS first_year, (SELECT max("year") FROM corpus) AS last_year,
    (SELECT list_sort(list("year"))[count("year") // 2 + 1] FROM corpus) AS median_year,
    -- A work read in full has a text, with or without an abstract.
    (SELECT count(*) FROM corpus WHERE abstract IS NOT NULL OR work_id IN (SELECT work_id FROM in_full)) AS with_abstract,
    (SELECT count(*) FROM corpus WHERE abstract IS NULL AND work_id NOT IN (SELECT work_id FROM in_full)) AS without_abstract,
    (SELECT nullif(count(*), 0) FROM in_full) AS with_full_text,
    (SELECT count(*) FROM corpus WHERE abstract_source = 'project note' AND work_id NOT IN (SELECT work_id FROM in_full)) AS sources_note,
    (SELECT count(*) FROM corpus, review WHERE corpus."year" > review.as_of - 3) AS recent,
    (SELECT count(*) FROM current_finding JOIN corpus USING (work_id)) AS findings,
    (SELECT count(DISTINCT work_id) FROM current_finding JOIN corpus USING (work_id) WHERE kind = 'future_work') AS naming_questions,
    (SELECT count(DISTINCT work_id) FROM current_finding JOIN corpus USING (work_id) WHERE kind = 'limitation') AS naming_limits,
    (SELECT count(*) FROM screening_decision WHERE decided_by = 'user' AND verdict = 'include') AS named,
    (SELECT count(DISTINCT quote_id) FROM current_finding JOIN corpus USING (work_id)) AS quotes,
    (SELECT nullif(count(DISTINCT number), 0) FROM living_section) AS updates,
    r.from_year, r.to_year, r.catalogue, r.quality, t.works AS tier_works, t.stages AS tier_stages,
    -- The text is of the year of the last update that changed it; rules about recency go on counting from the first.
    greatest(r.as_of, coalesce((
        SELECT max(u.until) FROM living_update AS u WHERE EXISTS (FROM living_section AS l WHERE l.number = u.number)
    ), 0)) AS as_of
FROM review AS r JOIN tier AS t USING (quality), counts
