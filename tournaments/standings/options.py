"""What may follow the code of a tie-break: cuts, and how rounds without a game are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.standings.cuts import NO_CUTS, Modifier, cuts
from tournaments.standings.explanation import Cut
from tournaments.standings.scorebook import AS_THE_RULES_SAY, Faced, Scorebook, UnplayedRounds


class Options(NamedTuple):
    """``BH-C1-P-V`` has one cut, counts forfeits as games, and cuts without regard to article 16.5."""

    cut: Modifier = NO_CUTS
    unplayed: UnplayedRounds = AS_THE_RULES_SAY
    plain_cuts: bool = False
    """The least significant values go, wherever they come from (/V)."""

    @property
    def suffix(self) -> str:
        letters = {
            "P": self.unplayed.forfeits_as_games,
            "U": self.unplayed.as_draws_with_oneself,
            "V": self.plain_cuts,
        }
        return self.cut.suffix + "".join(f"-{letter}" for letter, chosen in letters.items() if chosen)

    @property
    def words(self) -> str:
        said = {
            "forfeits as games": self.unplayed.forfeits_as_games,
            "unplayed rounds as draws": self.unplayed.as_draws_with_oneself,
            "plain cuts": self.plain_cuts,
        }
        return self.cut.words + "".join(f", {words}" for words, chosen in said.items() if chosen)

    @property
    def article(self) -> str:
        otherwise = self.unplayed != AS_THE_RULES_SAY or self.plain_cuts
        return self.cut.article + (
            " and 16.6" if otherwise and self.cut.article else " with 16.6" * otherwise
        )

    def faced(self, book: Scorebook, number: int) -> Faced:
        return book.faced_with(self.unplayed)[number]

    def cuts(self, faced: Faced, values: Sequence[int]) -> dict[int, Cut]:
        """Of the values that these rounds contribute, the positions that do not count."""
        return cuts(self.cut, faced.scores, values, () if self.plain_cuts else faced.voluntary)


NO_OPTIONS = Options()
