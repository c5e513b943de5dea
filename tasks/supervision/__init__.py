"""What the supervising loops read, ask and make: one module per noun of a loop."""
