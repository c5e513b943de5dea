"""Full texts and missing abstracts: where they are, whether they may be had, and how to fetch them safely."""
