"""Serve a file of weights until standard input ends, by the Python of `.local`, which has xllamacpp and not us.

``python -I serve_weights.py FILE TOKENS`` prints the address once the model is loaded.
"""

import os
import sys

import xllamacpp


def main(weights: str, context_tokens: int) -> None:
    """Serve; return when whoever started us is gone."""
    chosen = xllamacpp.CommonParams()
    chosen.model.path = weights
    chosen.n_ctx = context_tokens
    chosen.n_parallel = 1  # more would share the context among them
    # Each step waits for its slowest thread: where another program has one of the cores, as we do while we compute, as
    # many threads as cores are up to ten times slower than one less. Waiting busily would stand in the way of that
    # program.
    chosen.cpuparams.n_threads = max(1, (os.cpu_count() or 2) - 1)
    chosen.cpuparams.poll = 0
    chosen.verbosity = 1  # errors
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = 0
    server = xllamacpp.Server(chosen)
    print(server.listening_address, flush=True)  # noqa: T201 - the answer to the caller
    sys.stdin.read()
    os._exit(0)  # what is being computed is for nobody any more


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
