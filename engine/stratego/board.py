"""The board: a hundred squares as numbers, their names, the lakes, and every straight ply."""

from typing import Final, NamedTuple

SIZE: Final = 10
FILES: Final = "abcdefghij"

# Square 0 is a1, 1 is b1, … 99 is j10.
NAMES: Final[tuple[str, ...]] = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)
SQUARES: Final[dict[str, int]] = {name: square for square, name in enumerate(NAMES)}
LAKES: Final[frozenset[int]] = frozenset(
    SQUARES[name] for name in ("c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6")
)


class Ply(NamedTuple):
    """A turn as it is written: straight from a square to another, moving (`-`) or attacking (`x`)."""

    source: int
    target: int
    between: tuple[int, ...]
    attacks: bool
    text: str

    def __str__(self) -> str:
        return self.text


class Ahead(NamedTuple):
    """A square that can be reached in a straight line, and how going there is written."""

    target: int
    move: Ply
    attack: Ply


def _ray(square: int, file_step: int, rank_step: int) -> tuple[Ahead, ...]:
    """The dry squares in a straight line from a square up to the edge or a lake, nearest first."""
    file, rank = square % SIZE, square // SIZE
    between: tuple[int, ...] = ()
    ray: list[Ahead] = []
    while True:
        file, rank = file + file_step, rank + rank_step
        ahead = rank * SIZE + file
        if not (0 <= file < SIZE and 0 <= rank < SIZE) or ahead in LAKES:
            return tuple(ray)
        move = Ply(square, ahead, between, attacks=False, text=f"{NAMES[square]}-{NAMES[ahead]}")
        attack = Ply(square, ahead, between, attacks=True, text=f"{NAMES[square]}x{NAMES[ahead]}")
        ray.append(Ahead(ahead, move, attack))
        between = (*between, ahead)


def _rays(square: int) -> tuple[tuple[Ahead, ...], ...]:
    if square in LAKES:
        return ()
    four = (_ray(square, 0, 1), _ray(square, 1, 0), _ray(square, 0, -1), _ray(square, -1, 0))
    return tuple(ray for ray in four if ray)


# From each square: what lies ahead in each direction.
RAYS: Final[tuple[tuple[tuple[Ahead, ...], ...], ...]] = tuple(_rays(square) for square in range(SIZE * SIZE))

# Every ply that is straight and dry, by its text: reading a ply is one look-up.
PLIES: Final[dict[str, Ply]] = {
    ply.text: ply for rays in RAYS for ray in rays for ahead in ray for ply in (ahead.move, ahead.attack)
}
