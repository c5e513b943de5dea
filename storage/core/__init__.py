"""The ledger, its schema, and what everything else in storage rests on."""
