-- Effects that could be pooled: older works first, those of a work in the order of its text.
SELECT exposure, outcome, measure, finding_id, result, citekey, kind, design, n, comparator, direction, effect, ci_low,
    ci_high, quote, in_abstract, appraised
FROM stated_effect ORDER BY "year", citekey, page, char_start, finding_id, result
