"""One place of a replay as the server shows it: the picture, the table, the words, what stands beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.adjudication.witness import board_alone
from engine.core import Game, Side
from engine.drawing import Picture, Placed
from games.replay.replay import Moment, Replay


class Cell(NamedTuple):
    square: str
    words: str


class Row(NamedTuple):
    """A rank of the board, from the viewer's left to his right."""

    rank: str
    cells: tuple[Cell, ...]


class Beside(NamedTuple):
    """What stands beside the board for one player."""

    side: Side
    lost: tuple[str, ...]  # symbols of the pieces he has lost
    left: int  # how many he still has
    clock: str


@dataclass(frozen=True)
class Frame:
    """A place in a replay: the position after a ply of a line."""

    replay: Replay
    game: Game  # at that place
    line: int
    ply: int
    moments: tuple[Moment, ...]  # that lead here

    @property
    def moment(self) -> Moment | None:
        return self.moments[-1] if self.moments else None

    def svg(self, picture: Picture, *more: Placed) -> str:
        """The board, with the last move marked, and with more marks over it."""
        replay, game = self.replay, self.game
        options = picture._replace(last=game.last_squares(), marks=(*game.marks(replay.view), *more))
        return replay.rules.draw(game.position(replay.view), options)

    def contents(self) -> dict[str, str]:
        return self.replay.stage.contents(self.game, self.replay.view)

    def table(self, *, flip: bool) -> tuple[Row, ...]:
        """The board in words."""
        stage = self.replay.stage
        contents, ground = self.contents(), stage.ground_words()
        files = [chr(ord("a") + file) for file in range(stage.art.files)]
        ranks = list(range(stage.art.ranks, 0, -1))
        if flip:
            files.reverse()
            ranks.reverse()
        return tuple(
            Row(
                str(rank),
                tuple(
                    Cell(square, stage.content_words(contents.get(square, "")) or ground.get(square, ""))
                    for square in (f"{file}{rank}" for file in files)
                ),
            )
            for rank in ranks
        )

    def reserve(self) -> int | None:
        return self.replay.stage.reserve(self.game)

    def beside(self, side: Side) -> Beside:
        prefix = f"{self.replay.rules.sides[side]}-"
        lost: list[str] = []
        clock = ""
        for moment in self.moments:
            lost += (symbol for symbol in moment.telling.lost if symbol.startswith(prefix))
            if moment.side is side and moment.clock:
                clock = moment.clock
        left = sum(content.startswith(prefix) for content in self.contents().values())
        return Beside(side, tuple(lost), left, clock)


def frame(replay: Replay, start: Game, line: int, ply: int) -> Frame:
    """The place after a ply of a line; `start` is a game at the record's start, which is played on."""
    moments = tuple(replay.moments_until(line, ply))
    here, game = replay.lines[line], start
    game.hurry()
    for moment in moments:
        if here.is_added and moment.number == here.start + 1:
            game = board_alone(replay.rules, game)
        game.push(f"{moment.text} (=)" if moment.offer else moment.text)
    return Frame(replay, game, line, ply, moments)


def has_place(replay: Replay, line: int, ply: int) -> bool:
    """Whether there is such a place."""
    return 0 <= line < len(replay.lines) and replay.lines[line].start <= ply <= replay.lines[line].end


def lost_counts(lost: tuple[str, ...]) -> Mapping[str, int]:
    """How often each symbol was lost, in the order in which the first of each was."""
    counts: dict[str, int] = {}
    for symbol in lost:
        counts[symbol] = counts.get(symbol, 0) + 1
    return counts
