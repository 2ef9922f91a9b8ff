"""Step 1 of a new game: its package, with an object `RULES`. Nim of the engine's tests, with three to five stones."""

from collections.abc import Mapping, Sequence

from engine.adjudication.proof import Budget
from engine.adjudication.protocol import Finding, Prover
from engine.core import TagError
from engine.record import Record
from tests.engine.nim import Code, Game, NimRules


class Adjudicator:
    """The rules have nothing to say; an event may limit the turns in which only one stone is taken."""

    prover: Prover | None = None
    position_rule: str | None = None

    def is_capture(self, ply: str) -> bool:
        return ply == "take2"

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        return ()


class SiteRules(NimRules):
    adjudicator = Adjudicator()

    def start(self, tags: Mapping[str, str]) -> Game:
        stones = tags.get("Stones", "5")
        if stones not in ("3", "4", "5"):
            raise TagError("Stones", Code.NO_STONES, "nim", "There are three to five stones.")
        return Game(int(stones))

    def canonical_tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        return {} if tags.get("Stones", "5") == "5" else {"Stones": tags["Stones"]}


RULES = SiteRules()
