"""Import of games played on the Gravon server, in its two formats."""

from typing import Final

from engine.core import Importer
from engine.stratego.gravon.gsn import GsnImporter
from engine.stratego.gravon.strados2 import Strados2Importer

IMPORTERS: Final[tuple[Importer, ...]] = (Strados2Importer(), GsnImporter())
