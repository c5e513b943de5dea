"""What a text states of a study and its results, read by rules: design, sample size, effects, p values."""
