-- Items of corpus works in one Zotero library that were never written, or before (more of) the full text was read.
SELECT c.work_id, z.item_key, z.version, z.state, coalesce(r.pages, 0) AS pages
FROM corpus AS c JOIN zotero_item AS z ON z.work_id = c.work_id AND z.library = $library
LEFT JOIN current_reading AS r ON r.work_id = c.work_id
WHERE z.pages IS NULL OR z.pages < coalesce(r.pages, 0)
ORDER BY c.work_id
