"""The files `convert` reads: single ones, whole directories, and what zip files contain, within bounds."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..zip_files import ZIP_ERRORS, has_known_method, is_encrypted
from .inputs import STANDARD_INPUT, UsageError

# A game is a few kilobytes, and importers refuse more than 1 MiB; a file may have thousands of games.
MAX_FILE_BYTES = 64 << 20
MAX_ZIP_MEMBERS = 200_000
MAX_ZIP_BYTES = 2 << 30  # of all members together, unpacked

_SUFFIXES = frozenset({".xml", ".gsn", ".pdn"})
_ZIP = ".zip"


class ForeignFile(NamedTuple):
    """A file's name for people, and how to get its bytes; `read` raises OSError with a sentence."""

    name: str
    read: Callable[[], bytes]


def foreign_files(names: list[str], resources: ExitStack) -> list[ForeignFile]:
    """What these names stand for, in order; zip files stay open until `resources` are closed."""
    return [file for name in names for file in _named(name, resources)]


def _named(name: str, resources: ExitStack) -> Iterator[ForeignFile]:
    if name == STANDARD_INPUT:
        yield ForeignFile(name, _read_standard_input)
        return
    path = Path(name)
    if path.is_dir():
        for inner in sorted(path.rglob("*")):
            if inner.suffix.lower() in _SUFFIXES | {_ZIP} and inner.is_file():
                yield from _file(inner, resources)
    elif path.is_file():
        yield from _file(path, resources)
    else:
        raise UsageError(f"{name} cannot be read: there is no such file.")


def _file(path: Path, resources: ExitStack) -> Iterator[ForeignFile]:
    if path.suffix.lower() == _ZIP:
        yield from _zip_members(path, resources)
    else:
        yield ForeignFile(str(path), partial(_read_file, path))


def _zip_members(path: Path, resources: ExitStack) -> Iterator[ForeignFile]:
    try:
        archive = resources.enter_context(zipfile.ZipFile(path))
        members = archive.infolist()
    except (OSError, *ZIP_ERRORS) as error:
        yield ForeignFile(str(path), partial(_refuse, f"The zip file cannot be opened: {error}."))
        return
    if len(members) > MAX_ZIP_MEMBERS:
        sentence = f"The zip file has {len(members)} members: at most {MAX_ZIP_MEMBERS} are read."
        yield ForeignFile(str(path), partial(_refuse, sentence))
        return
    budget = _Budget(MAX_ZIP_BYTES)
    for member in members:
        if PurePosixPath(member.filename).suffix.lower() in _SUFFIXES and not member.is_dir():
            name = "".join(letter if letter.isprintable() else "?" for letter in member.filename)
            yield ForeignFile(f"{path}/{name}", partial(_read_member, archive, member, budget))


class _Budget:
    """How many unpacked bytes may still come out of a zip file."""

    def __init__(self, left: int) -> None:
        self.left = left


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _Budget) -> bytes:
    if budget.left <= 0:
        raise OSError(f"The zip file unpacks to more than {MAX_ZIP_BYTES} bytes; the rest was not read.")
    if not has_known_method(member):
        raise OSError("The zip file's member is packed in a way that is not supported: use deflate.")
    if is_encrypted(member):
        raise OSError("The zip file's member is encrypted.")
    try:
        with archive.open(member) as stream:
            data = stream.read(MAX_FILE_BYTES)
    except (OSError, *ZIP_ERRORS) as error:
        raise OSError(f"The zip file's member is broken: {error}.") from None
    budget.left -= len(data)
    return data


def _read_file(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(MAX_FILE_BYTES)


def _read_standard_input() -> bytes:
    return sys.stdin.buffer.read(MAX_FILE_BYTES)


def _refuse(sentence: str) -> bytes:
    raise OSError(sentence)
