-- Where works were searched for: queries or followed works, records as returned and works found, and the days (UTC).
WITH followed AS (
    SELECT d.strategy, min(r.fetched_at)::DATE AS "from", max(r.fetched_at)::DATE AS until
    FROM discovery AS d JOIN work USING (work_id) JOIN response AS r USING (response_id) GROUP BY d.strategy
)
SELECT catalogue AS "source", 'queries' AS way, count(*)::BIGINT AS searches, sum(retrieved)::BIGINT AS records,
    (SELECT count(DISTINCT work_id) FROM discovery AS d JOIN search_query AS q USING (query_id) WHERE q.catalogue = s.catalogue) AS works,
    min(retrieved_at)::DATE AS "from", max(retrieved_at)::DATE AS until
FROM search_query AS s GROUP BY catalogue
UNION ALL
SELECT i."source", 'import', count(DISTINCT i.file_id), count(*), count(DISTINCT m.work_id), min(f."at")::DATE, max(f."at")::DATE
FROM imported_record AS i JOIN imported_file AS f USING (file_id) LEFT JOIN import_match AS m USING (record_id) GROUP BY i."source"
UNION ALL
SELECT (SELECT split_part(catalogue, ', ', 1) FROM review), direction || ' citation searching', count(DISTINCT b.work_id), NULL,
    (SELECT count(DISTINCT work_id) FROM discovery WHERE strategy = b.direction), min(f."from"), max(f.until)
FROM snowball AS b LEFT JOIN followed AS f ON f.strategy = b.direction GROUP BY direction
UNION ALL
SELECT l."source", 'citations of works with few references', count(*),
    (SELECT sum(stated)::BIGINT FROM citation_reading AS r WHERE r."source" = l."source"),
    (SELECT count(DISTINCT work_id) FROM discovery_source WHERE list_contains(sources, l."source")), min(l."at")::DATE, max(l."at")::DATE
FROM citation_lookup AS l GROUP BY l."source"
UNION ALL
SELECT u.catalogue, 'update ' || u.number, (SELECT count(*) FROM living_search AS l WHERE l.number = u.number),
    (SELECT sum(found)::BIGINT FROM living_search AS l WHERE l.number = u.number),
    (SELECT count(DISTINCT work_id) FROM discovery AS d WHERE d.stage = u.stage), u.started_at::DATE, u.started_at::DATE
FROM living_update AS u WHERE u.number IN (SELECT number FROM living_search) -- one that had nothing to ask searched nowhere
ORDER BY "from", way, "source"
