"""Makers of set-ups, positions and random games for the tests."""

import random

from engine import stratego

LETTERS = "M" + "G" + "OO" + "JJJ" + "PPPP" + "LLLL" + "TTTT" + "NNNNN" + "CCCCCCCC" + "S" + "BBBBBB" + "F"
LAKES = ("c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6")
SQUARES = [f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 11) if f"{file}{rank}" not in LAKES]


def random_setup(chance: random.Random) -> str:
    letters = list(LETTERS)
    chance.shuffle(letters)
    return "/".join("".join(letters[start : start + 10]) for start in range(0, 40, 10))


def board(men: dict[str, str], side: str = "r") -> str:
    """The position string of a board with these pieces: {"a1": "F", "a4": "m"}."""
    rows = []
    for rank in range(10, 0, -1):
        row = ""
        for file in "abcdefghij":
            name = f"{file}{rank}"
            row += "~" if name in LAKES else men.get(name, " ")
        for length in range(10, 0, -1):
            row = row.replace(" " * length, str(length))
        rows.append(row)
    return f"{'/'.join(rows)} {side}"


def game(men: dict[str, str], side: str = "r", two_squares: int = 5) -> stratego.Game:
    """A game from these pieces, with both flags and a sergeant each in a corner unless they are given."""
    spare = {"a1": "F", "j10": "f", "a2": "T", "j9": "t"}
    return stratego.Game(position=board({**spare, **men}, side), two_squares=two_squares)


def random_men(chance: random.Random) -> dict[str, str]:
    """Some pieces of both sides anywhere on the board, one flag at least and mostly both among them."""
    men: dict[str, str] = {}
    squares = chance.sample(SQUARES, len(SQUARES))
    density = chance.choice((0.05, 0.15, 0.4, 0.9))
    flags = chance.choices(("Ff", "F", "f"), (40, 1, 1))[0]
    for side in (str.upper, str.lower):
        pool = list(LETTERS.replace("F", ""))
        chance.shuffle(pool)
        picked = pool[: int(len(pool) * density * chance.random())]
        for letter in (*picked, *("F" * (side("F") in flags))):
            men[squares.pop()] = side(letter)
    return men
