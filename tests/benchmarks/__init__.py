"""`litreview bench`: recall, cost, speed and faults measured beside a peer or a bound, in a checkout."""
