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
    chosen.cpuparams.poll = 0  # threads that wait busily stand in each other's way where others compute, too
    chosen.verbosity = 1  # errors
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = 0
    server = xllamacpp.Server(chosen)
    print(server.listening_address, flush=True)  # noqa: T201 - the answer to the caller
    sys.stdin.read()
    os._exit(0)  # what is being computed is for nobody any more


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
