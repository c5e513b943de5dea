-- How the search stands after its latest stage, as the view saturation has it; no row before a stage has ended.
SELECT s.stage, s.candidates, s.relevant, s.relevant_so_far, s.stop_reason, s.recall_estimate, s.recall_low,
    d.missed_estimate, d.missed_upper
FROM saturation AS s JOIN diffusion_stage AS d USING (stage) ORDER BY s.stage DESC LIMIT 1
