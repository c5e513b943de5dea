-- Every query of the search with its limits by their names, its address, its hits and its day.
SELECT strategy, framing, text, array_to_string(list_transform(json_keys(filters), lambda name: replace(name, '_', ' ') || ' ' ||
    replace(trim(json_extract_string(filters, name), '[]'), '"', '')), '; ') AS filters,
    catalogue, url, hits, retrieved, CAST(CAST(retrieved_at AS DATE) AS VARCHAR) AS day
FROM search_query ORDER BY strategy, framing, text, query_id
