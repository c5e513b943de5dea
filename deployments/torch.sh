#!/bin/sh
# Gives a Python what requirements-torch.lock names: sentence-transformers, with which a model is fetched from its hub, and
# torch as PyTorch's own index has it, built without CUDA (TORCH=cu130 or auto: with). A review does without them.
# Where that index does not answer, pip's torch is taken: for Linux the public index has a build with CUDA alone, 2.7 GB to
# fetch and 4.5 GB on the disk, libraries of CUDA among it that the lock does not name.
#     sh deployments/torch.sh .venv/bin/python
set -eu
python=$1
locks=$(dirname "$0")/..
torch=$(grep '^torch==' "$locks/requirements-torch.lock")
uv=$(grep '^uv==' "$locks/requirements-dev.lock")
"$python" -m pip install --quiet --disable-pip-version-check "$uv" &&
    UV_HTTP_RETRIES=1 "$python" -m uv pip install --quiet --python "$python" --no-deps --torch-backend "${TORCH:-cpu}" "$torch" ||
    echo "PyTorch's own index does not answer: taking the torch that pip finds" >&2
exec "$python" -m pip install --quiet --disable-pip-version-check -r "$locks/requirements-torch.lock" -c "$locks/requirements.lock"
