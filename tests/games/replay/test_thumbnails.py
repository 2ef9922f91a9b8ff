"""Thumbnails: light enough for a hundred on a page, and without hidden pieces."""

import gzip
import random
import re

from engine.record import read_text
from games.replay.presenters.replay import draw_thumbnail, symbol_sheet_of
from tests.games.replay.records import random_barragoon, random_stratego


def final(text: str) -> str:
    (record,) = read_text(text)
    assert record.final is not None
    return record.final.position()


def test_a_hundred_thumbnails_share_one_sheet_and_stay_light() -> None:
    chance = random.Random("thumbnails")
    boards = [final(random_barragoon(chance, 30 + number)) for number in range(20)]
    stratego = [final(random_stratego(chance, 200 + 20 * number)) for number in range(20)]

    drawn = [draw_thumbnail("barragoon", position, whole=True) for position in boards]
    drawn += [draw_thumbnail("stratego", position, whole=True) for position in stratego]
    hundred = (
        "".join(drawn[number % 40] for number in range(100))
        + symbol_sheet_of("barragoon")
        + symbol_sheet_of("stratego")
    )

    assert not any("<defs" in picture or "<style" in picture for picture in drawn)
    assert max(map(len, drawn)) < 5_000
    assert len(hundred) < 400_000
    assert sum(len(gzip.compress(picture.encode())) for picture in drawn) < 40 * 900


def test_a_thumbnail_is_left_out_by_screen_readers() -> None:
    picture = draw_thumbnail("barragoon", final(random_barragoon(random.Random(1), 5)), whole=True)

    assert 'aria-hidden="true"' in picture
    assert 'class="thumbnail barragoon-board"' in picture


def test_for_those_who_may_not_see_everything_all_pieces_lie_face_down() -> None:
    position = final(random_stratego(random.Random(2), 60))

    picture = draw_thumbnail("stratego", position, whole=False)

    assert set(re.findall(r'href="#stratego-([a-z-]+)"', picture)) == {"grid", "red-hidden", "blue-hidden"}
