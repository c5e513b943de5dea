"""HOW each step is done: pure functions with thin Prefect task shells; nothing here knows the ledger."""
