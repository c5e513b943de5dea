-- What each second index was asked and said: works asked about and known to it, citations stated, those of works identified,
-- and those of works that the catalogue does not have.
SELECT l."source", count(*)::INTEGER AS asked, count(*) FILTER (l.status = 'found')::INTEGER AS known,
    coalesce(any_value(r.stated), 0)::INTEGER AS stated, coalesce(any_value(r.resolved), 0)::INTEGER AS resolved,
    coalesce(any_value(r.own), 0)::INTEGER AS own
FROM citation_lookup AS l LEFT JOIN (
    SELECT "source", sum(stated) AS stated, sum(resolved) AS resolved, sum(own) AS own FROM citation_reading GROUP BY "source"
) AS r USING ("source")
GROUP BY l."source" ORDER BY l."source"
