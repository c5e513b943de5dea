"""Full texts and missing abstracts: where they are, whether they may be fetched, and how to fetch them safely."""
