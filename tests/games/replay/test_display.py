"""Each ply in words: in English exactly what the referee says, and every part of it can be translated."""

import random

import pytest

from engine.record import Record, read_text
from games.replay.presenters.replay import build_replay, display_of
from tests.engine.barragoon.boards import board
from tests.games.replay.records import annotated, random_barragoon, random_stratego, stratego


def said_by_the_referee(record: Record, view: str) -> list[str]:
    game = record.start()
    words = []
    for text in record.main.texts():
        words.append(game.words(text, view))
        game.push(text)
    return words


@pytest.mark.parametrize("seed", range(4))
def test_barragoon_is_told_as_the_referee_tells_it(seed: int) -> None:
    (record,) = read_text(random_barragoon(random.Random(seed), 60))

    told = [ply.effect.words for ply in build_replay(record).main.plies]

    assert told == said_by_the_referee(record, "open")


@pytest.mark.parametrize("view", ["open", "red", "blue", "spectator"])
def test_stratego_is_told_as_each_view_knows_it(view: str) -> None:
    (record,) = read_text(random_stratego(random.Random(view), 120))

    told = [ply.effect.words for ply in build_replay(record, view).main.plies]

    assert told == said_by_the_referee(record, view)


def test_a_barragoon_captured_and_put_back() -> None:
    position = board("Vb1", "(X)b5", "zg9", "(X)d9", reserve=4)
    (record,) = read_text(f'[Game "Barragoon"]\n[Position "{position}"]\n\nb1xb5/NE@d4 *')

    (ply,) = build_replay(record).main.plies

    assert [ply.effect.words] == said_by_the_referee(record, "open")


def test_an_offer_is_told() -> None:
    told = build_replay(annotated()).main.plies[-1].effect.words

    assert told == said_by_the_referee(annotated(), "open")[-1]
    assert told.endswith(", and offers a draw")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", ""),
        ("white-4", "White 4-tile"),
        ("face-NE", "barragoon, right turn from north"),
        ("face-EW", "barragoon, two ways, east and west"),
        ("face-X", "barragoon, no way"),
    ],
)
def test_what_lies_on_a_square_of_barragoon(content: str, words: str) -> None:
    display = display_of(build_replay(annotated()).rules)

    assert display.content_words(content) == words


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("red-marshal", "Red marshal"),
        ("blue-scout shown", "Blue scout, known to both"),
        ("blue-hidden", "Blue, face down"),
        ("blue-hidden moved", "Blue, face down, has moved"),
    ],
)
def test_what_lies_on_a_square_of_stratego(content: str, words: str) -> None:
    display = display_of(build_replay(stratego()).rules)

    assert display.content_words(content) == words


def test_the_words_are_made_in_the_language_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"White": "Weiß", "%(side)s %(value)s-tile": "%(value)s-Stein, %(side)s"}
    display = display_of(build_replay(annotated()).rules)
    monkeypatch.setattr("games.replay.presenters.displays.barragoon._", german.__getitem__)
    monkeypatch.setattr("core.texts.pgettext", lambda _, text: german.get(text, text))

    assert display.content_words("white-3") == "3-Stein, Weiß"
