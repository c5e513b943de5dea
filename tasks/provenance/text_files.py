"""Reading a text file that somebody gives: bounded, in UTF-8, line ends as the checks count them."""

from __future__ import annotations

from pathlib import Path

from storage.core.errors import InputError

_LARGEST = 20_000_000


def read_text_file(path: Path, kind: str, wanted: str) -> str:
    r"""Return the text of a file in UTF-8, with or without byte-order mark; every line ends in ``\n``.

    `kind` is what the file is to a person ("bibliography"), `wanted` what to give in its place ("a BibTeX file").

    Raises:
        InputError: the file cannot be read, has more than 20 MB, or is not UTF-8: with the line.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path} cannot be read ({reason}): give {wanted}") from error
    if len(data) > _LARGEST:
        raise InputError(f"{path} is larger than {_LARGEST // 1_000_000} MB: split the {kind}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: not UTF-8: save the {kind} in UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_answers(folder: Path) -> None:
    """Return when a folder is one, so that it may hold answers.

    Raises:
        InputError: there is no such folder.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder: give the folder that holds the cached API answers as .json files")
