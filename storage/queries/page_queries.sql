-- Every query of the search in the order it was sent, with its limits by their names, its hits and its day.
SELECT strategy, framing, text, array_to_string(list_transform(json_keys(filters), lambda name: replace(name, '_', ' ') || ' ' ||
    replace(trim(json_extract_string(filters, name), '[]'), '"', '')), '; ') AS filters,
    catalogue, hits, retrieved, CAST(CAST(retrieved_at AS DATE) AS VARCHAR) AS day
FROM search_query ORDER BY retrieved_at, query_id
