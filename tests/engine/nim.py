"""A third game, to see that nothing in the engine knows which games there are: take one or two of five stones."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from random import Random

from engine import core
from engine.board_game import BoardGame
from engine.core import Outcome, PositionError, RuleViolation, Side, Step, TagError, Termination
from engine.drawing import BoardArt, Picture, Placed, draw


class Code(StrEnum):
    TOO_MANY = "too-many"
    NO_STONES = "no-stones"


class Game(BoardGame):
    """Whoever takes the last stone wins."""

    def __init__(self, stones: int) -> None:
        self.stones = self.start = stones
        self._plies: list[str] = []

    @property
    def rules(self) -> core.Rules:
        return RULES

    @property
    def plies(self) -> list[str]:
        return self._plies

    def start_position(self) -> str:
        return f"{self.start}"

    def copy(self) -> "Game":
        twin = Game(self.start)
        for ply in self.plies:
            twin.push(ply)
        return twin

    @property
    def turn(self) -> Side:
        return Side(len(self.plies) % 2)

    def push(self, ply: str) -> None:
        if not self.is_legal(ply):
            raise RuleViolation(Code.TOO_MANY, "nim", f"{ply} cannot be taken from {self.stones}.")
        self.stones -= int(ply[-1])
        self.plies.append(ply)

    def pop(self) -> str:
        ply = self.plies.pop()
        self.stones += int(ply[-1])
        return ply

    def defer_end_checks(self) -> None:
        pass

    def finish_end_checks(self) -> bool:
        return False

    def offer_draw(self) -> None:
        raise RuleViolation(Code.TOO_MANY, "nim", "Nim knows no draw.")

    def is_legal(self, ply: str) -> bool:
        return ply in ("take1", "take2") and int(ply[-1]) <= self.stones

    def legal_moves(self) -> Iterator[Step]:
        return (Step("pile", str(number), "take") for number in (1, 2) if number <= self.stones)

    def legal_plies(self) -> Iterator[str]:
        return (self.build_ply(step) for step in self.legal_moves())

    def build_ply(self, step: Step, placements: Iterable[str] = ()) -> str:
        return self.checked_ply(f"take{step.target}")

    def outcome(self) -> Outcome | None:
        return None if self.stones else Outcome(self.turn.other, Termination.NORMAL, "nim")

    def accepted_draw(self) -> Outcome | None:
        return None

    def position(self, view: str | None = None) -> str:
        return f"{self.stones}"

    def keys(self, most: int | None = None) -> list[int]:
        taken = [0]
        for ply in reversed(self.plies):
            taken.append(taken[-1] + int(ply[-1]))
        return [self.stones + number for number in reversed(taken)][:most]

    def words(self, ply: str, view: str | None = None) -> str:
        return f"takes {ply[-1]}"

    def last_squares(self) -> tuple[str, ...]:
        return ()

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        return ()


class NimRules:
    name = "nim"
    tag = "Nim"
    sides = ("left", "right")
    player_tags = ("Left", "Right")
    tags: tuple[str, ...] = ("Stones",)
    ply_pattern = ""
    views: tuple[str, ...] = ("open",)
    codes: type[StrEnum] = Code
    importers: tuple[core.Importer, ...] = ()

    def start(self, tags: Mapping[str, str]) -> Game:
        if tags.get("Stones", "5") != "5":
            raise TagError("Stones", Code.NO_STONES, "nim", "There are five stones.")
        return Game(5)

    def from_position(self, text: str) -> Game:
        if text not in ("0", "1", "2", "3", "4", "5"):
            raise PositionError(Code.NO_STONES, "nim", "A position is a number of stones.")
        return Game(int(text))

    def start_position(self, tags: Mapping[str, str]) -> str:
        return self.start(tags).position()

    def canonical_tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        return {}

    def random_tags(self, rng: Random) -> dict[str, str]:
        return {}

    def perft(self, game: core.Game, depth: int) -> int:
        total = 0
        for step in list(game.legal_moves()):
            game.push(f"take{step.target}")
            total += self.perft(game, depth - 1) if depth > 1 else 1
            game.pop()
        return total

    def board_text(self, position: str, *, unicode: bool = True, flip: bool = False) -> str:
        return ("●" if unicode else "o") * self.from_position(position).stones

    def draw(self, position: str, picture: Picture) -> str:
        stones = self.from_position(position).stones
        art = BoardArt("nim", 5, 1, {"stone": '<circle cx="50" cy="50" r="30"/>'}, {})
        pieces = [Placed(f"{'abcde'[index]}1", "stone") for index in range(stones)]
        return draw(art, pieces, picture, title="Nim", description=f"{stones} stones.")


RULES = NimRules()
