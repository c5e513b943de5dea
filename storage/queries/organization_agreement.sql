-- The two groupings of the current edition and what was made of them; no row where there is one grouping only.
SELECT a.ari, a.nmi, a.works,
    (SELECT count(DISTINCT topic_group) FROM theme_path JOIN current_edition USING (edition)) AS topic_groups,
    (SELECT count(*) FROM clustering_group JOIN current_edition USING (edition) WHERE method = 'semantic') AS semantic_groups,
    (SELECT count(*) FROM current_theme) AS themes,
    (SELECT count(*) FROM theme_path JOIN current_edition USING (edition) WHERE "action" = 'bridge') AS bridges,
    (SELECT count(*) FROM theme_path JOIN current_edition USING (edition) WHERE "action" = 'leftover') AS leftovers
FROM agreement AS a JOIN current_edition USING (edition)
