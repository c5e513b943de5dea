"""Whether what a work says supports a sentence that cites it: numbers, directions, strength, populations, wording."""
