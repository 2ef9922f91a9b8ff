"""FIDE tournament report files (TRF16, TRF26), in and out.

>>> from tournaments import trf
>>> file = trf.parse(b"012 Club night\\n001    1      Morra, Ada\\n")   # never fails, loses nothing
>>> trf.read(file).tournament.name                                     # raises TrfError, and only that
'Club night'
>>> file.to_bytes()
b'012 Club night\\n001    1      Morra, Ada\\n'
"""

from tournaments.trf.errors import TrfError
from tournaments.trf.header import Details
from tournaments.trf.lines import Encoding, LineEnd, TrfFile, TrfLine, parse
from tournaments.trf.reader import Person, Remark, Report, read
from tournaments.trf.writer import Edition, update, write

__all__ = [
    "Details",
    "Edition",
    "Encoding",
    "LineEnd",
    "Person",
    "Remark",
    "Report",
    "TrfError",
    "TrfFile",
    "TrfLine",
    "parse",
    "read",
    "update",
    "write",
]
