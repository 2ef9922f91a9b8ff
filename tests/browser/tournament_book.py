"""A book of the results of a section, kept beside the site: what was typed, and what the rules make of it."""

from dataclasses import dataclass, field
from typing import Final

from tests.browser.tournament_steps import Board
from tournaments.pairing import BoardResult, Game, Outcome, Player, Round, Tournament, Wishes, pair_round
from tournaments.standings import SWISS_DEFAULT, standings, tie_breaks, write_fraction

MEANING: Final = {
    "1–0": BoardResult.WHITE_WINS,
    "½–½": BoardResult.DRAW,
    "0–1": BoardResult.BLACK_WINS,
    "1–0 by forfeit": BoardResult.WHITE_WINS_BY_FORFEIT,
    "0–1 by forfeit": BoardResult.BLACK_WINS_BY_FORFEIT,
}


@dataclass
class Book:
    """Players in starting order; of each round the boards, and who had none and why."""

    players: list[str]
    planned_rounds: int
    rounds: list[tuple[list[Board], dict[str, Outcome]]] = field(default_factory=list)

    def tournament(self) -> Tournament:
        number = {name: place for place, name in enumerate(self.players, start=1)}
        return Tournament(
            players=tuple(Player(place, name) for name, place in number.items()),
            rounds=tuple(
                Round.of(
                    [
                        Game(number[board.first], number[board.second], MEANING[board.result])
                        for board in boards
                    ],
                    {number[name]: outcome for name, outcome in others.items()},
                )
                for boards, others in self.rounds
            ),
            planned_rounds=self.planned_rounds,
        )

    def next_boards(self, absent: dict[str, Outcome]) -> tuple[list[Board], str | None]:
        """Who meets whom by the rules, and who has the bye."""
        wishes = Wishes(absent={self.players.index(name) + 1: outcome for name, outcome in absent.items()})
        paired = pair_round(self.tournament(), wishes)
        boards = [Board(self.players[each.white - 1], self.players[each.black - 1]) for each in paired.boards]
        return boards, self.players[paired.bye - 1] if paired.bye else None

    def table(self) -> list[list[str]]:
        """Rank, name, points and tie-breaks, as the page shall show them."""
        tournament = self.tournament()
        table = standings(tournament, tie_breaks(SWISS_DEFAULT))
        points = tournament.point_system.text
        return [
            [str(row.rank), row.name, points(row.points), *map(write_fraction, table.shown(row))]
            for row in table.rows
        ]
