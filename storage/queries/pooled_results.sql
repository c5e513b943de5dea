-- Results that requests to pool concern, with their weights or why they were left out, in the order of stated_effects.
SELECT p.exposure, p.outcome, p.measure, s.finding_id, s.result, s.citekey, s.kind, s.design, s.n, s.comparator,
    s.direction, s.effect, s.ci_low, s.ci_high, s.quote, s.in_abstract, s.appraised, p.left_out, p.fixed_weight,
    p.random_weight
FROM pooled_result AS p JOIN stated_effect AS s USING (exposure, outcome, finding_id, result)
ORDER BY p.outcome, p.exposure, p.measure, s."year", s.citekey, s.page, s.char_start, s.finding_id, s.result
