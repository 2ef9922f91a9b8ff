"""Position strings: `BOARD SIDE`, with face-down pieces as `?` and `!`."""

from typing import Final, NamedTuple

from ..core import FIRST, SECOND, PositionError, Side, expect
from ..text_board import text_board
from ..texts import Sentence
from .board import LAKES, NAMES, SIZE
from .codes import Code
from .pieces import KIND_TEXTS, PIECES, SIDE_NAMES, SIDE_TEXTS, Kind

RULE: Final = "board"
HIDDEN: Final = ("?", "!")  # Red's and Blue's
TURN: Final = "rb"
LAKE: Final = "~"
MAX_LENGTH: Final = 200


class Man(NamedTuple):
    """A piece on the board as a viewer sees it: its side, and its kind unless it is face down."""

    side: Side
    kind: Kind | None

    @property
    def symbol(self) -> str:
        if self.kind is None:
            return HIDDEN[self.side]
        return self.kind.letter if self.side is FIRST else self.kind.letter.lower()


SYMBOLS: Final[dict[str, Man]] = {
    man.symbol: man for side in Side for kind in (*PIECES, None) for man in (Man(side, kind),)
}


class Position(NamedTuple):
    """What stands on each of the hundred squares (0 is a1, 99 is j10), and who is to move."""

    squares: tuple[Man | None, ...]
    turn: Side

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position string; raise PositionError with what is wrong and where."""
        if len(expect(text, str)) > MAX_LENGTH:
            raise _malformed(
                Sentence(
                    "This is no Stratego position: it has %(number)s characters, more than any Stratego "
                    "position needs.",
                    number=len(text),
                )
            )
        fields = text.split(" ")
        if len(fields) != 2:
            raise _malformed(
                Sentence('This is no Stratego position: it is a board and a side, one space between: "… r".')
            )
        board, turn = fields
        if turn not in ("r", "b"):
            raise _malformed(
                Sentence(
                    "This is no Stratego position: the side to move is %(turn)s; write r for Red or b "
                    "for Blue.",
                    turn=repr(turn),
                )
            )
        ranks = board.split("/")
        if len(ranks) != SIZE:
            raise _malformed(
                Sentence(
                    "This is no Stratego position: there are %(number)s ranks, not %(wanted)s.",
                    number=len(ranks),
                    wanted=SIZE,
                )
            )
        squares: list[Man | None] = [None] * (SIZE * SIZE)
        for rank, row in zip(range(SIZE - 1, -1, -1), ranks, strict=True):
            _read_rank(row, rank, squares)
        _check_counts(squares)
        return cls(tuple(squares), FIRST if turn == "r" else SECOND)

    @property
    def text(self) -> str:
        """The position string."""
        return f"{'/'.join(self._rank_text(rank) for rank in range(SIZE - 1, -1, -1))} {TURN[self.turn]}"

    def board_text(self, *, unicode: bool = True, flip: bool = False) -> str:
        """The board for a terminal: Red's pieces are capitals, Blue's small letters, face-down ones ? and !."""
        empty, lake = ("·", "≈") if unicode else (".", LAKE)
        cells = [
            man.symbol if man is not None else lake if square in LAKES else empty
            for square, man in enumerate(self.squares)
        ]
        return text_board(cells, SIZE, f"{SIDE_NAMES[self.turn]} to move", flip=flip)

    def __str__(self) -> str:
        return self.board_text()

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def _repr_svg_(self) -> str:
        from ..drawing import Picture
        from .drawing import draw

        return draw(self, Picture())

    def _rank_text(self, rank: int) -> str:
        text = ""
        run = 0
        for square in range(rank * SIZE, rank * SIZE + SIZE):
            man = self.squares[square]
            if man is None and square not in LAKES:
                run += 1
                continue
            if run:
                text += str(run)
                run = 0
            text += LAKE if man is None else man.symbol
        return f"{text}{run}" if run else text


def _read_rank(row: str, rank: int, squares: list[Man | None]) -> None:
    file = 0
    index = 0
    while index < len(row):
        symbol = row[index]
        index += 1
        if symbol in "0123456789":
            run = int(symbol)
            if symbol == "1" and row[index : index + 1] == "0":
                run = SIZE
                index += 1
            if run == 0 or row[index : index + 1].isdigit():
                raise _malformed(
                    Sentence(
                        "This is no Stratego position: rank %(rank)s has a run of empty squares that is "
                        "not 1 to 10.",
                        rank=rank + 1,
                    )
                )
            empty = range(rank * SIZE + file, rank * SIZE + file + run)
            if any(square in LAKES for square in empty):
                raise _malformed(
                    Sentence(
                        "This is no Stratego position: rank %(rank)s has empty squares where a lake (~) is.",
                        rank=rank + 1,
                    )
                )
            file += run
            continue
        square = rank * SIZE + file
        file += 1
        if file > SIZE:
            break
        if (symbol == LAKE) != (square in LAKES):
            raise _malformed(
                Sentence("This is no Stratego position: %(square)s is no lake square.", square=NAMES[square])
                if symbol == LAKE
                else Sentence(
                    "This is no Stratego position: %(square)s is a lake square: write ~.",
                    square=NAMES[square],
                )
            )
        if symbol == LAKE:
            continue
        man = SYMBOLS.get(symbol)
        if man is None:
            raise _malformed(
                Sentence(
                    "This is no Stratego position: %(symbol)s on %(square)s is no piece.",
                    symbol=repr(symbol),
                    square=NAMES[square],
                )
            )
        squares[square] = man
    if file != SIZE:
        raise _malformed(
            Sentence("This is no Stratego position: rank %(rank)s has more than ten squares.", rank=rank + 1)
            if file > SIZE
            else Sentence(
                "This is no Stratego position: rank %(rank)s has fewer than ten squares.", rank=rank + 1
            )
        )


def _check_counts(squares: list[Man | None]) -> None:
    for side in Side:
        total = sum(man is not None and man.side is side for man in squares)
        if total > 40:
            raise PositionError(
                Code.POSITION_PIECES,
                "setup",
                Sentence(
                    "%(side)s has %(total)s pieces: at most 40 are allowed.",
                    side=SIDE_TEXTS[side],
                    total=total,
                ),
            )
        for kind, (_, most) in PIECES.items():
            count = squares.count(Man(side, kind))
            if count > most:
                raise PositionError(
                    Code.POSITION_PIECES,
                    "setup",
                    Sentence(
                        "%(side)s has %(count)s of the %(kind)s: at most %(most)s allowed.",
                        side=SIDE_TEXTS[side],
                        count=count,
                        kind=KIND_TEXTS[kind],
                        most=most,
                    ),
                )


def _malformed(message: Sentence) -> PositionError:
    return PositionError(Code.POSITION_MALFORMED, RULE, message)
