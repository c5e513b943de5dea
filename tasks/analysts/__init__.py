"""Who judges and writes: one protocol, one module or package per analyst."""
