"""Which works found belong to the review: by rules, by the order of a ranking and an analyst's verdicts, by a bound."""
