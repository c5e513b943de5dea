"""The analyst that reads and writes through a Claude model: one module per judgement."""
