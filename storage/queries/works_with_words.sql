-- Works of the review that have at least one of the words (in lower case) in title, abstract or findings, those that have
-- most of them first, words of the title twice.
WITH said AS (SELECT work_id, string_agg(text, ' ') AS findings FROM current_finding GROUP BY work_id), counted AS (
    SELECT c.*, len(list_filter($words, lambda word: contains(lower(c.title), word))) AS in_title,
        len(list_filter($words, lambda word: contains(lower(coalesce(c.abstract, '') || ' ' || coalesce(s.findings, '')), word))) AS in_text
    FROM corpus AS c LEFT JOIN said AS s USING (work_id)
)
SELECT citekey, title, year, venue, doi, type, work_id FROM counted WHERE in_title + in_text > 0
ORDER BY 2 * in_title + in_text DESC, cited_by_count DESC NULLS LAST, work_id LIMIT $most
