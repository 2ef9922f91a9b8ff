"""A second, slow referee, written another way: each rule is asked of each pair of squares.

It shares no code with the engine: squares are (file, rank) pairs, pieces are letters (upper case is
Red's), the two-squares rule is read off the list of all turns played.
"""

from dataclasses import dataclass, field
from itertools import pairwise, product

LAKES = {(file, rank) for file in (3, 4, 7, 8) for rank in (5, 6)}
SQUARES = [square for square in product(range(1, 11), range(1, 11)) if square not in LAKES]
# By square: those that share its file or rank. Nothing ever goes anywhere else.
IN_LINE = {
    square: [other for other in SQUARES if (other[0] == square[0]) != (other[1] == square[1])]
    for square in SQUARES
}
STRENGTH = {"M": 10, "G": 9, "O": 8, "J": 7, "P": 6, "L": 5, "T": 4, "N": 3, "C": 2, "S": 1}

Square = tuple[int, int]


@dataclass
class SlowReferee:
    men: dict[Square, str]
    red_to_move: bool = True
    limit: int = 5
    turns: list[tuple[Square, Square]] = field(default_factory=list)

    @classmethod
    def from_position(cls, text: str) -> "SlowReferee":
        board, side = text.split(" ")
        men = {}
        for rows_down, row in enumerate(board.split("/")):
            file = 1
            for symbol in row.replace("10", "." * 10):
                if symbol.isdigit():
                    file += int(symbol)
                    continue
                if symbol not in ".~":
                    men[(file, 10 - rows_down)] = symbol
                file += 1
        return cls(men, side == "r")

    def position(self) -> str:
        rows = []
        for rank in range(10, 0, -1):
            row = ""
            for file in range(1, 11):
                row += "~" if (file, rank) in LAKES else self.men.get((file, rank), " ")
            for length in range(10, 0, -1):
                row = row.replace(" " * length, str(length))
            rows.append(row)
        return "/".join(rows) + (" r" if self.red_to_move else " b")

    def belongs_to_red(self, square: Square) -> bool:
        return self.men[square].isupper()

    def may_go(self, source: Square, target: Square) -> bool:
        if source[0] != target[0] and source[1] != target[1]:
            return False
        if source == target or target in LAKES or source not in self.men:
            return False
        letter = self.men[source].upper()
        if self.belongs_to_red(source) != self.red_to_move or letter in "BF":
            return False
        if target in self.men and self.belongs_to_red(target) == self.red_to_move:
            return False
        passed = [
            square
            for square in product(*map(self._inclusive, source, target))
            if square not in (source, target)
        ]
        if passed and (letter != "C" or any(square in LAKES or square in self.men for square in passed)):
            return False
        return not self._has_gone_to_and_fro_enough(source, target)

    @staticmethod
    def _inclusive(one: int, other: int) -> range:
        return range(min(one, other), max(one, other) + 1)

    def _has_gone_to_and_fro_enough(self, source: Square, target: Square) -> bool:
        """Whether this ply would be one turn too many of a player between the same two squares."""
        own_turns = [*self.turns[len(self.turns) % 2 :: 2], (source, target)]
        last = own_turns[-self.limit - 1 :]
        if len(last) <= self.limit:
            return False
        return all({*turn} == {source, target} for turn in last) and all(
            earlier[1] == later[0] for earlier, later in pairwise(last)
        )

    def verdict(self) -> tuple[list[str], str | None]:
        """All legal plies, sorted, and the winner: `red`, `blue`, `nobody`, None while the game goes on."""
        winner = self._winner_by_pieces()
        if winner is not None:
            return [], winner
        own = [square for square in self.men if self.belongs_to_red(square) == self.red_to_move]
        legal = [
            self.written(source, target)
            for source in own
            for target in IN_LINE[source]
            if self.may_go(source, target)
        ]
        if legal:
            return sorted(legal), None
        return [], "blue" if self.red_to_move else "red"

    def written(self, source: Square, target: Square) -> str:
        names = ["abcdefghij"[file - 1] + str(rank) for file, rank in (source, target)]
        return ("x" if target in self.men else "-").join(names)

    def play(self, ply: str) -> None:
        names = ply.replace("x", "-").split("-")
        source, target = (("abcdefghij".index(name[0]) + 1, int(name[1:])) for name in names)
        mover = self.men.pop(source)
        self.turns.append((source, target))
        self.red_to_move = not self.red_to_move
        if target not in self.men:
            self.men[target] = mover
            return
        defender = self.men[target]
        winner = self._stronger(mover, defender)
        del self.men[target]
        if winner is not None:
            self.men[target] = winner

    @staticmethod
    def _stronger(mover: str, defender: str) -> str | None:
        one, other = mover.upper(), defender.upper()
        match one, other:
            case _, "F":
                return mover
            case "N", "B":
                return mover
            case _, "B":
                return defender
            case "S", "M":
                return mover
        if STRENGTH[one] == STRENGTH[other]:
            return None
        return max(mover, defender, key=lambda letter: STRENGTH[letter.upper()])

    def _winner_by_pieces(self) -> str | None:
        standing = "".join(self.men.values())
        if "F" not in standing:
            return "blue"
        if "f" not in standing:
            return "red"
        red_moves = any(letter.isupper() and letter not in "BF" for letter in standing)
        blue_moves = any(letter.islower() and letter not in "bf" for letter in standing)
        if red_moves and blue_moves:
            return None
        return "nobody" if red_moves == blue_moves else "red" if red_moves else "blue"
