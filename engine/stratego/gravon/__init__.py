"""Import of games played on the Gravon server, in its two formats."""

from typing import Final

from ...core import Importer
from .gsn import GsnImporter
from .strados2 import Strados2Importer

IMPORTERS: Final[tuple[Importer, ...]] = (Strados2Importer(), GsnImporter())
