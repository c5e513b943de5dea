-- Themes of the current edition with their works in order of weight, those left out that are no longer in the corpus.
SELECT t.*, list(m.work_id ORDER BY m.position) AS work_ids,
    list(m.work_id ORDER BY m.position) FILTER (m.is_key) AS key_work_ids
FROM current_theme AS t JOIN theme_work AS m USING (edition, theme_id) JOIN corpus AS c ON c.work_id = m.work_id
GROUP BY ALL ORDER BY t.position
