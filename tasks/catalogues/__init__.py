"""Where works come from: one protocol, one module per catalogue."""
