"""Report files for the tests: the recorded tournaments, and lines put together column by column."""

from pathlib import Path

VECTORS = sorted((Path(__file__).parent / "vectors" / "dutch").glob("*.trf"))


def player_line(
    number: int, *cells: str, points: str = "", rank: str = "", name: str = "", born: str = ""
) -> str:
    """A 001 line: `cells` are the eight characters of each round."""
    head = f"001 {number:4d}      {name:33} {'':4} {'':3} {'':11} {born:10} {points:>4} {rank:>4}"
    return (head + "  " + "  ".join(cells)).rstrip()


def players(*numbers: int) -> str:
    """So many players who have not played yet."""
    return "".join(player_line(number) + "\n" for number in numbers)
