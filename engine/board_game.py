"""What every game can do once it can play and copy itself: comparison, text and pictures, plies at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .core import Rules, Side, Step, expect, expect_random

try:
    from mypy_extensions import mypyc_attr
except ImportError:  # only a compiler needs it

    def mypyc_attr(*attrs: str, **kwattrs: object) -> Any:  # type: ignore[misc]
        return lambda decorated: decorated


if TYPE_CHECKING:
    from random import Random
    from typing import Self

    from .drawing import Placed


@mypyc_attr(allow_interpreted_subclasses=True)
class BoardGame:
    """A base for the games that fulfil `engine.core.Game`. What raises `NotImplementedError` is for them to say."""

    __slots__ = ()

    @property
    def rules(self) -> Rules:
        raise NotImplementedError

    @property
    def turn(self) -> Side:
        raise NotImplementedError

    @property
    def plies(self) -> list[str]:
        raise NotImplementedError

    def copy(self) -> Self:
        raise NotImplementedError

    def start_position(self) -> str:
        """The position before the first ply."""
        raise NotImplementedError

    def position(self, view: str | None = None) -> str:
        raise NotImplementedError

    def push(self, ply: str) -> None:
        raise NotImplementedError

    def is_legal(self, ply: str) -> bool:
        raise NotImplementedError

    def legal_plies(self) -> Iterator[str]:
        raise NotImplementedError

    def last_squares(self) -> tuple[str, ...]:
        return ()

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        return ()

    def random_ply(self, rng: Random) -> str:
        """One of `legal_plies`, each as likely as any other; `IndexError` if there is none."""
        expect_random(rng)
        return rng.choice(list(self.legal_plies()))

    def build_ply(self, step: Step, placements: Iterable[str] = ()) -> str:
        """The ply of a move, checked as `push` does. Here nothing is placed, and only one ply makes a move."""
        if list(placements):
            raise ValueError(f"nothing is placed in {self.rules.tag}")
        mark = "-" if step.kind == "move" else "x"
        return self.checked_ply(f"{step.origin}{mark}{step.target}")

    def checked_ply(self, ply: str) -> str:
        """The same text if it is legal now, else `push`'s `RuleViolation`."""
        if not self.is_legal(ply):
            self.copy().push(ply)  # says why not
        return ply

    def board_text(self, view: str | None = None, *, unicode: bool = True, flip: bool = False) -> str:
        """The board for a terminal."""
        return self.rules.board_text(self.position(view), unicode=unicode, flip=flip)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Mapping[int, object]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Games are equal if they began alike, the same was played, and the same can be played now."""
        if not isinstance(other, BoardGame):
            return NotImplemented
        return (
            type(self) is type(other)
            and self.plies == other.plies
            and self.position() == other.position()
            and self.start_position() == other.start_position()
            and self.state() == other.state()
        )

    def __hash__(self) -> int:
        raise TypeError("a game changes, so it cannot be hashed")

    def state(self) -> tuple[object, ...]:
        """What decides on the next plies besides position and plies: offers, limits."""
        return ()

    def __repr__(self) -> str:
        played = len(self.plies)
        return f"<{self.rules.tag} after {played} {'ply' if played == 1 else 'plies'}: {self.position()}>"

    def __str__(self) -> str:
        return self.board_text()

    def _repr_svg_(self) -> str:
        from .drawing import Picture  # loaded only when somebody draws

        return self.rules.draw(self.position(), Picture(last=self.last_squares(), marks=self.marks()))


def play_at_random(game: BoardGame, rng: Random, plies: int) -> None:
    """Play on, every ply as likely as any other, until the game is over or has so many plies."""
    expect(plies, int)
    while len(game.plies) < plies and next(game.legal_plies(), None) is not None:
        game.push(game.random_ply(rng))
