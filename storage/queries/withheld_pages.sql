-- Pages and ten-to-one digests of full texts that no licence given lets anybody hand on, with the SHA-256 of each.
SELECT work_id, level, page, source, sha256(text) AS text_sha256 FROM document AS d
WHERE starts_with(source, 'full text') AND (level = 2 OR (level = 0 AND page > 0)) AND NOT EXISTS (
    FROM fulltext_attempt AS a WHERE a.work_id = d.work_id AND a.status = 'stored' AND list_contains($licences, a.licence)
)
