"""Drawing of lots (LOT), the last resort of article 4.2, from a seed that is kept with the table.

Anyone can draw again: the player whose SHA-256 of "seed:number" is the smallest draws the highest lot.
Where a new player enters, the others keep their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from tournaments.pairing.messages import Message
from tournaments.standings.explanation import Explanation
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak


class DrawingOfLots(TieBreak):
    code = "LOT"
    name = "Drawing of lots"
    article = "4.2"

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        order = sorted(book.sheets, key=self._digest, reverse=True)
        return {number: lot for lot, number in enumerate(order, start=1)}

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        value = self.values(book, tied)[number]
        summary = Message(
            "Lot %(lot)d of %(number)d, drawn from the seed %(seed)s; the higher lot wins.",
            lot=value,
            number=len(book.sheets),
            seed=repr(self.seed),
        )
        return self._explanation(book, number, value, (), summary)

    def _digest(self, number: int) -> bytes:
        return sha256(f"{self.seed}:{number}".encode(errors="surrogatepass")).digest()
