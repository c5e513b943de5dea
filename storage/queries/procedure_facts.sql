-- How the review was made, beside its numbers: who searched where, judged, named and wrote, and what was limited.
WITH answered AS (
    -- What a person made of the themes that the present ones come from.
    FROM human_answer WHERE question = 'themes' AND NOT stops AND CAST(answer AS VARCHAR) <> '{}'
      AND EXISTS (FROM current_theme WHERE source LIKE '%revised by a person')
    ORDER BY "at" DESC, answer_id LIMIT 1
), offered AS (
    SELECT t.theme_id, t.label, json_extract_string(a.answer, t.theme_id) AS given
    FROM theme AS t JOIN answered AS a ON t.edition = a.subject
), told AS (
    SELECT count(*) AS themes, count(*) FILTER (given = '') AS dropped,
        count(DISTINCT lower(coalesce(given, label))) FILTER (coalesce(given, label) <> '') AS names,
        count(*) FILTER (given <> '' AND given NOT IN (SELECT label FROM offered)) AS renamed
    FROM offered
), plan_changes AS (
    SELECT field, len(CAST(json_extract(answer, field) AS VARCHAR[])) AS n
    FROM (SELECT answer, unnest(json_keys(answer)) AS field FROM human_answer WHERE question = 'plan' AND NOT stops)
), supervised AS (
    SELECT e.loop, count(*) FILTER (e.to_version > e.from_version) AS changed
    FROM edit AS e JOIN section AS s ON s.section_id = e.section_id AND s.version = e.to_version
    JOIN current_edition USING (edition)
    -- What is no round of supervision: works in at the end of a review, repairs of citations after each loop, edits by people.
    WHERE e.loop NOT IN ('integration', 'verification', 'human') GROUP BY e.loop
), asked AS (
    SELECT DISTINCT "source" AS service FROM response UNION SELECT service FROM api_call
    UNION SELECT "source" FROM record_lookup UNION SELECT "source" FROM retraction UNION SELECT "source" FROM abstract_lookup
    UNION SELECT "source" FROM fulltext_attempt UNION SELECT 'zotero' FROM zotero_item
    UNION SELECT "source" FROM citation_lookup UNION SELECT catalogue FROM search_query UNION SELECT catalogue FROM review
), unread AS (
    -- What a tenth of the corpus rests on, and the review cannot tell of.
    SELECT w.title, w."year", count(DISTINCT x.citing_id)::INTEGER AS citing
    FROM relevant AS r JOIN work AS w USING (work_id) JOIN citation AS x ON x.cited_id = w.work_id JOIN corpus AS c ON c.work_id = x.citing_id
    WHERE w.abstract IS NULL AND r.score >= 0.95 AND w.work_id NOT IN (SELECT work_id FROM corpus)
        AND w.work_id NOT IN (SELECT work_id FROM short_title)
    GROUP BY w.work_id, w.title, w."year" HAVING 10 * citing >= (SELECT count(*) FROM corpus)
)
SELECT
    (SELECT list({title: title, year: "year", citing: citing} ORDER BY citing DESC, title) FROM unread) AS unread,
    (SELECT list(DISTINCT strategy ORDER BY strategy) FROM search_query) AS strategies,
    (SELECT list(DISTINCT catalogue ORDER BY catalogue) FROM search_query) AS catalogues,
    (SELECT list(service ORDER BY service) FROM asked WHERE service IS NOT NULL) AS services,
    (SELECT list(DISTINCT method ORDER BY method) FROM decision
        WHERE phase IN ('screening', 'expansion screening') AND method IN ('llm', 'ranker')) AS judged_by,
    (SELECT list(DISTINCT produced_by ORDER BY produced_by) FROM current_section) AS written_by,
    (SELECT list(DISTINCT "source" ORDER BY "source") FROM current_theme) AS theme_sources,
    (SELECT list({label: label, works: works, first_year: "first", last_year: "last"} ORDER BY position) FROM (
        SELECT t.label, t.position, count(*)::INTEGER AS works, min(w."year") AS "first", max(w."year") AS "last"
        FROM current_theme AS t JOIN theme_work USING (edition, theme_id) JOIN work AS w USING (work_id) GROUP BY t.label, t.position
    )) AS themes,
    (SELECT list({facet: facet, shares: shares, relevant: relevant, kept: kept} ORDER BY position) FROM facet_share) AS facets,
    (SELECT list(DISTINCT model ORDER BY model) FROM llm_call WHERE model <> '') AS models,
    (SELECT list(term ORDER BY term) FROM excluded_term) AS exclude_terms,
    (SELECT list(kind || ' ' || text ORDER BY kind DESC, text) FROM screening_criterion) AS criteria,
    (SELECT list(DISTINCT proposed_by ORDER BY proposed_by) FROM screening_criterion) AS criteria_by,
    (SELECT count(DISTINCT number) FROM protocol_change WHERE part = 'criterion')::INTEGER AS criteria_amended,
    (SELECT count(DISTINCT number) FROM protocol_change WHERE part = 'question')::INTEGER AS questions_amended,
    r.extract,
    list_concat([r.topic], coalesce(r.questions, []), coalesce(r.focus_areas, []), coalesce(r.extract, []), coalesce((SELECT list(text) FROM screening_criterion), []),
        coalesce((SELECT list(answer::VARCHAR) FROM human_answer WHERE question = 'plan'), [])) AS asked_for,
    (len(coalesce(r.questions, [])) + (SELECT coalesce(sum(n) FILTER (field = 'add_questions'), 0)
        - coalesce(sum(n) FILTER (field = 'drop_questions'), 0) FROM plan_changes))::INTEGER AS questions,
    r.languages, r.from_year, r.to_year, r.include_books, r.grey, r.fulltext, r.analyst,
    EXISTS (FROM record_lookup WHERE "source" = 'crossref notices') AS notices_asked,
    (SELECT count(*) FROM retracted_work JOIN corpus USING (work_id)) AS retracted_kept,
    (SELECT count(*) FROM supervised) AS loops, (SELECT coalesce(sum(changed), 0)::BIGINT FROM supervised) AS supervised_edits,
    coalesce(t.renamed, 0) AS themes_renamed, coalesce(t.dropped, 0) AS themes_dropped,
    greatest(0, coalesce(t.themes - t.dropped - t.names, 0)) AS themes_merged,
    (SELECT count(*) FROM current_theme WHERE source LIKE '%revised by a person') AS themes_revised,
    (SELECT coalesce(sum(n), 0)::BIGINT FROM plan_changes WHERE field = 'add_queries') AS people_added_queries,
    (SELECT coalesce(sum(n), 0)::BIGINT FROM plan_changes WHERE field = 'drop_queries') AS people_dropped_queries,
    (SELECT coalesce(sum(n), 0)::BIGINT FROM plan_changes WHERE field NOT LIKE '%\_queries' ESCAPE '\') AS people_changed_criteria,
    (SELECT min(retrieved_at)::DATE FROM search_query) AS searched_from,
    greatest((SELECT max(retrieved_at)::DATE FROM search_query), (SELECT max(started_at)::DATE FROM living_update)) AS searched_to
FROM review AS r LEFT JOIN told AS t ON t.themes > 0
