-- Whether each work screened so far is included, be it by anybody or by people alone; works left unsure teach nothing.
SELECT work_id, verdict = 'include' AS included FROM screening_decision
WHERE verdict <> 'unsure' AND ($by_analyst OR method = 'human') ORDER BY work_id
