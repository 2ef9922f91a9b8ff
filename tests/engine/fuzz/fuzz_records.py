"""Coverage-guided fuzzing of the reader, the position strings and single plies with atheris.

Not a test of the suite: it runs for as long as it is told. In an environment of its own that has atheris::

    python tests/engine/fuzz/fuzz_records.py CORPUS_FOLDER -max_total_time=600 -dict=tests/engine/fuzz/records.dict

Anything but the engine's own errors, and every broken promise of the reader, stops it with the input that did it.
docs/notation.md says what it has found so far.
"""

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

with atheris.instrument_imports(include=["engine"]):
    from engine import barragoon, record, stratego  # noqa: F401
    from engine.core import PositionError, RuleViolation

from tests.engine.record.promises import check


def one_input(data: bytes) -> None:
    """The first byte chooses what the others are: a text of records, a position, or plies of one game."""
    if not data:
        return
    text = data[1:].decode("utf-8", "surrogateescape")
    if data[0] % 4 == 0:
        _position(text)
    elif data[0] % 4 == 1:
        _plies(text)
    elif data[0] % 4 == 2:
        check(text)
    else:
        check(f'[Game "Barragoon"]\n\n{text}')


def _position(text: str) -> None:
    try:
        position = barragoon.Position.parse(text)
    except PositionError:
        return
    assert barragoon.Position.parse(position.text) == position
    game = barragoon.Game(position=position)
    assert (game.outcome() is None) >= bool(list(game.legal_moves()))
    barragoon.RULES.perft(game, 1)


def _plies(text: str) -> None:
    game = barragoon.Game()
    positions = [game.position()]
    for ply in text.split("\n"):
        legal = game.is_legal(ply)
        try:
            game.push(ply)
        except RuleViolation:
            assert not legal
        else:
            assert legal
            positions.append(game.position())
    while game.plies:
        assert game.position() == positions.pop()
        game.pop()
    assert game.position() == positions.pop()


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
