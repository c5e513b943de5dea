-- Whether each work screened so far is included; works left unsure teach nothing.
SELECT work_id, verdict = 'include' AS included FROM screening_decision WHERE verdict <> 'unsure' ORDER BY work_id
