-- Every stored quote with the page it should stand on: whether the page is there, or left out of a published copy, and
-- whether the quote is its words.
SELECT q.quote_id, q.work_id, w.citekey, q.page, q.source, q.text, p.text IS NOT NULL AS is_there,
    p.text IS NULL AND h.work_id IS NOT NULL AS is_withheld,
    coalesce(substring(p.text, q.char_start + 1, q.char_end - q.char_start) = q.text, false) AS is_verbatim
FROM quote AS q
LEFT JOIN work AS w USING (work_id)
LEFT JOIN document AS p ON p.work_id = q.work_id AND p.level = 0 AND p.page = q.page AND p.source = q.source
LEFT JOIN withheld_page AS h ON h.work_id = q.work_id AND h.level = 0 AND h.page = q.page AND h.source = q.source
ORDER BY q.work_id, q.page, q.char_start, q.quote_id
