-- Every query of the search with its limits by their names, its address, its hits, its day, and the version of the protocol
-- that it was run for, if it was run since the questions were amended.
SELECT strategy, framing, text, array_to_string(list_transform(json_keys(filters), lambda name: replace(name, '_', ' ') || ' ' ||
    replace(trim(json_extract_string(filters, name), '[]'), '"', '')), '; ') AS filters,
    catalogue, url, hits, retrieved, CAST(CAST(retrieved_at AS DATE) AS VARCHAR) AS day, protocol
FROM search_query ORDER BY strategy, framing, text, query_id
