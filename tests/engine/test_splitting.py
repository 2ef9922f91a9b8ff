"""Files of other programs that hold several games."""

import io

import pytest

from engine.core import Importer
from engine.record import MAX_BYTES
from engine.splitting import RawGame, split_games
from engine.stratego.gravon import IMPORTERS
from tests.engine.stratego.gravon.files import OPENING, START, gsn, xml

XML, GSN = IMPORTERS
FIRST, SECOND = (["a4-a5"], OPENING)
MARK = b"\xef\xbb\xbf"


class Trickle(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(7, size or 7) if size and size > 0 else 7)


def cut(data: bytes, importer: Importer) -> list[RawGame]:
    return list(split_games(io.BytesIO(data), importer.beginning))


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("between", [b"", b"\n\n", MARK, b"\n" + MARK])
@pytest.mark.parametrize(("importer", "first", "second"), [
    (XML, xml(START, FIRST), xml(START, SECOND)),
    (GSN, gsn(START, FIRST), gsn(START, SECOND)),
])  # fmt: skip
def test_games_one_after_another_are_cut_where_the_next_begins(
    importer: Importer, first: str, second: str, between: bytes, line_end: bytes
) -> None:
    data = (first.encode() + between + second.encode()).replace(b"\n", line_end)

    games = cut(data, importer)

    assert b"".join(game.data for game in games) == data
    assert [importer.convert(game.data).main.plies for game in games] == [FIRST, SECOND]
    # A mark belongs to the game behind it.
    assert [game.line for game in games] == [1, 1 + first.count("\n") + between.count(b"\n")]
    assert list(split_games(Trickle(data), importer.beginning)) == games


@pytest.mark.parametrize("importer", IMPORTERS)
@pytest.mark.parametrize("data", [b"", b" \r\n", MARK])
def test_where_nothing_is_there_is_no_game(importer: Importer, data: bytes) -> None:
    assert cut(data, importer) == []


def test_a_file_without_a_beginning_is_one_game() -> None:
    data = xml(START, FIRST).partition("\n")[2].encode()

    assert cut(data, XML) == [RawGame(1, data, cut=False)]


def test_wide_characters_are_one_game() -> None:
    data = xml(START, FIRST).encode("utf-16")

    assert cut(data, XML) == [RawGame(1, data, cut=False)]


def test_what_is_too_large_is_cut_and_the_games_behind_it_are_found() -> None:
    large = b"<?xml version='1.0'?>" + b"\n" * MAX_BYTES
    good = xml(START, FIRST).encode()

    games = cut(large + good, XML)

    assert games == [
        RawGame(1, large[: MAX_BYTES + 1], cut=True),
        RawGame(1 + MAX_BYTES, good, cut=False),
    ]
