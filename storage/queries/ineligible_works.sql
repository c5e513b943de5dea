-- Undecided works that a stated rule excludes before screening, $paratext among them; works the user named are exempt.
SELECT work_id, rule FROM (
SELECT w.work_id,
    -- Of a review about retractions retracted works are the evidence, by the words that tasks.retractions knows it by.
    CASE WHEN NOT regexp_matches(concat_ws(' ', r.topic, array_to_string(r.questions, ' ')), '\bretract(ed|ion|ions|ing)?\b', 'i')
              AND (w.is_retracted OR EXISTS (FROM work AS o WHERE o.doi = w.doi AND o.is_retracted)) THEN 'retracted'
         WHEN list_contains($paratext::VARCHAR[], w.work_id) THEN 'no single work'
         WHEN r.from_year IS NOT NULL AND w.year < r.from_year THEN 'too early'
         WHEN r.to_year IS NOT NULL AND w.year > r.to_year THEN 'too late'
         -- A language admitted admits its regional kinds, and one of these the language without a region.
         WHEN len(r.languages) > 0 AND NOT list_bool_or([
             l = code OR starts_with(l, code || '-') OR starts_with(code, l || '-') FOR code IN r.languages]) THEN 'language'
         WHEN w.type IS NOT NULL AND NOT list_contains($types, w.type) THEN 'type'
         WHEN EXISTS (FROM excluded_term AS e WHERE contains(lower(w.title || ' ' || coalesce(w.abstract, '')), lower(e.term)))
             THEN 'term' END AS rule
FROM work AS w JOIN (SELECT work_id, "language" AS l FROM work_language) USING (work_id), review AS r
WHERE NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id)
  AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
  AND NOT EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND f.strategy = 'seed')
) WHERE rule IS NOT NULL ORDER BY work_id
