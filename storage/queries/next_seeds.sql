-- Works to follow in a stage: what the stage before added and nothing followed yet, ranked by the mean of its places by
-- citations, citation velocity, unexplored citations and betweenness.
WITH additions AS (
    SELECT r.work_id, w.cited_by_count, coalesce(m.velocity, 0) AS velocity, coalesce(m.betweenness, 0) AS betweenness,
        (SELECT count(*) FROM citation AS x WHERE x.citing_id = r.work_id AND x.cited_id NOT IN (SELECT work_id FROM work))
            + greatest(w.cited_by_count - (SELECT count(*) FROM citation AS x WHERE x.cited_id = r.work_id), 0) AS unexplored
    FROM relevant AS r JOIN work AS w USING (work_id) LEFT JOIN graph_metric AS m
        ON m.work_id = r.work_id AND m.stage = $stage - 1
    WHERE r.work_id NOT IN (SELECT work_id FROM seed WHERE stage < $stage) AND r.stage < $stage
), places AS (
    SELECT work_id,
        rank() OVER (ORDER BY cited_by_count DESC) + rank() OVER (ORDER BY velocity DESC)
            + rank() OVER (ORDER BY unexplored DESC) + rank() OVER (ORDER BY betweenness DESC) AS places
    FROM additions
)
SELECT work_id, row_number() OVER (ORDER BY places, work_id)::INTEGER AS rank FROM places
ORDER BY rank LIMIT $most
