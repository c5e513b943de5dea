"""Benchmarks: what litreview promises, measured on worlds with known answers, beside a bound or a peer."""
