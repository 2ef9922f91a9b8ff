"""Portable Draughts Notation: the files other draughts programs and sites write, in and out."""

from typing import Final

from ...core import Importer
from .reader import PdnImporter
from .writer import write_pdn

IMPORTERS: Final[tuple[Importer, ...]] = (PdnImporter(),)

__all__ = ["IMPORTERS", "PdnImporter", "write_pdn"]
