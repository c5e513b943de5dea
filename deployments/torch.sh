#!/bin/sh
# Gives a Python the torch of requirements.lock as PyTorch's own index has it, built without CUDA (TORCH=cu130 or auto: with).
# Where that index does not answer, whatever pip finds is taken with the other requirements: for Linux the public index has
# a build with CUDA alone, 2.7 GB to fetch and 4.5 GB on the disk.
#     sh deployments/torch.sh .venv/bin/python
set -eu
python=$1
locks=$(dirname "$0")/..
torch=$(grep '^torch==' "$locks/requirements.lock")
uv=$(grep '^uv==' "$locks/requirements-dev.lock")
"$python" -m pip install --quiet --disable-pip-version-check "$uv" &&
    UV_HTTP_RETRIES=1 "$python" -m uv pip install --quiet --python "$python" --no-deps --torch-backend "${TORCH:-cpu}" "$torch" ||
    echo "PyTorch's own index does not answer: taking the torch that pip finds" >&2
