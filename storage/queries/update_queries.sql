-- Stored queries that an update has not run again yet, but for those that an update within so many days before it ran.
SELECT q.query_id, q.strategy, q.framing, q.text, q.filters
FROM search_query AS q, living_update AS n
WHERE n.number = $number AND list_contains($strategies, q.strategy)
    AND q.query_id NOT IN (SELECT asked FROM living_search WHERE number = $number)
    AND NOT EXISTS (
        FROM living_search AS s JOIN living_update AS u USING (number)
        WHERE s.asked = q.query_id AND s.number < $number AND u.started_at > n.started_at - to_days($days)
    )
ORDER BY q.query_id
