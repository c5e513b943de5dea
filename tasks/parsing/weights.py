"""Where the weights for letter recognition are: inside the wheel of RapidOCR, and nowhere else."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_FILES = {
    "Det.model_path": "PP-OCRv6_det_small.onnx",
    "Cls.model_path": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
    "Rec.model_path": "PP-OCRv6_rec_small.onnx",
}


def find_weights() -> dict[str, Path]:
    """Return the files by the names of RapidOCR's settings, which fetches what it is not given.

    Raises:
        FileNotFoundError: RapidOCR is not installed, or a release of it that holds other weights.
    """
    spec = find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("rapidocr is not installed")
    folder = Path(spec.origin).parent / "models"
    return {name: (folder / file).resolve(strict=True) for name, file in _FILES.items()}
