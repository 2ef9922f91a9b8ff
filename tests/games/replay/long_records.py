"""Records as long as they may be, each heavy in another way, for tests and benchmarks of pages."""

import itertools
import random

from engine.record import MAX_BYTES, MAX_COMMENTS, MAX_GLYPHS, MAX_PLIES
from tests.games.replay.records import random_stratego

HEAD = '[Game "Barragoon"]\n[White "Ann"]\n[Brown "Bob"]\n'
CYCLE = ("c2-c3", "c8-c7", "c3-c2", "c7-c8")
GLYPHS = " ".join(f"${number}" for number in range(100, 100 + MAX_GLYPHS))


def plies(count: int) -> list[str]:
    return list(itertools.islice(itertools.cycle(CYCLE), count))


def longest_comment() -> str:
    """Of signs that are longest on a page."""
    text = f"{HEAD}\n1. c2-c3 {{ %s }} c8-c7 *\n"
    return text % ('"' * (MAX_BYTES - len(text) - 20))


def many_comments() -> str:
    """As many comments as fit, on all plies of a long game."""
    moves = [f"{ply} {'{ <&> } ' * MAX_COMMENTS}" for ply in plies(MAX_PLIES)]
    return f"{HEAD}\n{' '.join(moves)} *\n"


def most_comments() -> str:
    """Sixteen on each of ten thousand plies."""
    comments = "{a} " * MAX_COMMENTS
    variation = f"({' '.join(f'{ply} {comments}' for ply in plies(1990))})"
    return f"{HEAD}\n1. c2-c3 {variation * 5} *\n"


def many_glyphs() -> str:
    return f"{HEAD}\n{' '.join(f'{ply} {GLYPHS}' for ply in plies(MAX_PLIES))} *\n"


def many_variations() -> str:
    """Five hundred of them, ten thousand plies in all, a glyph on each."""
    moves = plies(MAX_PLIES)
    variation = f"({' '.join(f'{ply} $1' for ply in plies(16))})"
    return f"{HEAD}\n{moves[0]} {variation * 495} {' '.join(moves[1:])} *\n"


def long_variations() -> str:
    """Four of two thousand plies each, the last one asked for being as far away as can be."""
    variation = f"({' '.join(plies(MAX_PLIES))})"
    return f"{HEAD}\n1. d2-d4 {variation * 4} *\n"


def nested_variations() -> str:
    depth, comment = 60, "x" * 15_000
    opened = f"(1. c2-c3 {{ {comment} }} " * depth
    return f"{HEAD}\n1. d2-d4 {opened}{')' * depth} *\n"


def long_tags() -> str:
    value = "<" * 900
    filler = "".join(f'[Filler{number} "{value}"]\n' for number in range(1100))
    return f"{HEAD}{filler}\n1. c2-c3 c8-c7 *\n"


def one_long_tag() -> str:
    name = "<" * (MAX_BYTES - 200)
    return f'[Game "Barragoon"]\n[White "{name}"]\n[Brown "Bob"]\n\n1. c2-c3 c8-c7 *\n'


def long_stratego() -> str:
    return random_stratego(random.Random(7), MAX_PLIES)


LONG_RECORDS = {
    make.__name__: make
    for make in (
        longest_comment,
        many_comments,
        most_comments,
        many_glyphs,
        many_variations,
        long_variations,
        nested_variations,
        long_tags,
        one_long_tag,
        long_stratego,
    )
}
