"""Language models asked on behalf of analysts: one by one or in batches, within a budget, each answer kept."""
