"""Long records are shown in parts: no page is large, all of it can be reached, and the script knows its place."""

import html
import json
import re

import pytest
from django.test import Client

from engine.record import read_text
from games.models import Game
from games.replay.presenters.moves import ItemKind, move_list_items
from games.replay.presenters.parts import find_part, is_long, window_around
from games.replay.presenters.replay import build_replay, outline_replay
from games.submissions.services.uploads import submit_text
from tests.games.replay.long_records import HEAD, LONG_RECORDS, long_variations, many_glyphs, plies
from tests.games.replay.records import annotated
from tests.games.replay.stored_games import annotated_game, stored
from tests.jobs.job_runner import run_jobs

# Made in Python from one game.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
MAX_PAGE = 1_000_000


def last_place(game: Game) -> str:
    line = outline_replay(read_text(game.text.canonical)[0], "open")[-1]
    return f"line={line.number}&ply={line.end}" if line.number else f"ply={line.end}"


@pytest.mark.parametrize("name", sorted(LONG_RECORDS))
def test_no_page_of_a_record_is_larger_than_a_megabyte(client: Client, name: str) -> None:
    text = LONG_RECORDS[name]()
    submit_text(account=None, text=text)
    run_jobs()
    game = Game.objects.get()
    end = last_place(game)
    every_twentieth = ",".join(str(ply) for ply in range(0, 1200, 20))
    addresses = (
        f"/games/{game.pk}/",
        f"/games/{game.pk}/?{end}",
        f"/games/{game.pk}/?part=2",
        f"/games/{game.pk}/embed/?{end}",
        f"/games/{game.pk}/print/?diagrams={every_twentieth}",
        f"/games/{game.pk}/adjudication/",
        f"/games/{game.pk}/reach.json?{end}",
        f"/games/{game.pk}/board.svg?{end}",
        f"/api/v1/games/{game.pk}/moves/",
        f"/api/v1/adjudications/?game={game.pk}",
        "/games/",
    )

    sizes = {address: len(client.get(address).content) for address in addresses}

    assert {address: size for address, size in sizes.items() if size > MAX_PAGE} == {}
    assert {client.get(address).status_code for address in addresses} == {200}


def test_the_parts_together_are_the_whole_record() -> None:
    (record,) = read_text(many_glyphs())
    lines = outline_replay(record, "open")
    whole = [(item.kind, item.line, item.ply, item.text) for item in move_list_items(build_replay(record))]

    found: list[tuple[ItemKind, int, int, str]] = []
    part = find_part(lines, view="open", first=record.start().turn, line=0, ply=0, number=1)
    for number in range(1, part.total + 1):
        part = find_part(lines, view="open", first=record.start().turn, line=0, ply=0, number=number)
        found += [(item.kind, item.line, item.ply, item.text) for item in part.items]

    assert found == whole
    assert part.total > 2


def test_a_part_opens_and_closes_the_variations_it_stands_in() -> None:
    (record,) = read_text(long_variations())
    lines = outline_replay(record, "open")

    part = find_part(lines, view="open", first=record.start().turn, line=3, ply=1000, number=None)

    assert (part.first, part.last) != (0, 0)
    assert part.first <= 1000 <= part.last
    kinds = [item.kind for item in part.items]
    assert (kinds[0], kinds[-1], part.items[0].line) == (ItemKind.OPEN, ItemKind.CLOSE, 3)
    assert kinds.count(ItemKind.OPEN) == kinds.count(ItemKind.CLOSE)
    assert part.items[1].number != ""  # whoever begins to read here knows where that is


def test_a_usual_record_is_shown_in_one_piece(client: Client) -> None:
    assert not is_long(annotated())

    page = client.get(f"/games/{annotated_game().pk}/").content.decode()

    assert "Parts of the record" not in page
    assert '"root"' not in page


def test_the_part_with_the_asked_ply_is_shown_and_leads_to_the_others(client: Client) -> None:
    game = stored(f"{HEAD}\n{' '.join(plies(1500))} *\n")

    page = client.get(f"/games/{game.pk}/?ply=1200").content.decode()

    assert re.search(r'data-ply="1200"[^>]*aria-current="true"', page)
    assert 'data-ply="1"' not in page
    number, total = map(int, re.search(r"Part (\d+) of (\d+)", page).groups())  # type: ignore[union-attr]
    assert 1 < number < total
    for other in (number - 1, number + 1):
        assert f'href="?ply=1200&amp;part={other}"' in page
        there = client.get(f"/games/{game.pk}/?ply=1200&part={other}").content.decode()
        assert f"Part {other} of {total}" in there


def test_the_script_gets_the_plies_around_the_place(client: Client) -> None:
    game = stored(f"{HEAD}\n{' '.join(plies(1500))} *\n")
    whole = build_replay(read_text(game.text.canonical)[0])

    page = client.get(f"/games/{game.pk}/?ply=1200").content.decode()

    (script,) = re.findall(r'<script id="replay-document" type="application/json">(.*?)</script>', page)
    document = json.loads(html.unescape(script))
    line = document["lines"]["0"]
    window = window_around(outline_replay(read_text(game.text.canonical)[0], "open")[0], 1200)
    assert (document["root"], document["whole"], line["start"]) == (0, [0, 1500], window.first)
    assert [ply["ply"] for ply in line["plies"]] == [
        ply.text for ply in whole.main.plies[window.first : window.last]
    ]
    assert [ply["words"] for ply in line["plies"]] == [
        ply.effect.words for ply in whole.main.plies[window.first : window.last]
    ]
    pairs = iter(document["start"])
    names = document["contents"]
    shown = {square: names[content] for square, content in zip(pairs, pairs, strict=True)}
    files = document["files"]
    expected = {
        (int(square[1:]) - 1) * files + ord(square[0]) - ord("a"): content
        for square, content in whole.contents_at(0, window.first).items()
    }
    assert shown == expected


def test_what_was_lost_before_the_window_is_known(client: Client) -> None:
    from tests.games.replay.stored_games import long_stratego

    game = long_stratego(1500)
    record = read_text(game.text.canonical)[0]
    whole = build_replay(record)
    end = len(record.main.plies)

    page = client.get(f"/games/{game.pk}/?ply={end}").content.decode()

    (script,) = re.findall(r'<script id="replay-document" type="application/json">(.*?)</script>', page)
    document = json.loads(html.unescape(script))
    first = document["lines"]["0"]["start"]
    lost = [symbol for ply in whole.main.plies[:first] for symbol in ply.effect.lost]
    named = [document["contents"][number] for side in document["lost"] for number in side]
    assert sorted(named) == sorted(lost)
    assert lost


def test_the_api_gives_the_moves_in_parts(client: Client) -> None:
    game = stored(f"{HEAD}\n{' '.join(plies(1200))} *\n")
    address: str | None = f"/api/v1/games/{game.pk}/moves/"

    found, first = [], 1
    while True:
        answer = client.get(f"{address}?first={first}").json()
        assert len(answer["plies"]) <= 200
        found += [ply["ply"] for ply in answer["plies"]]
        if answer["next"] is None:
            break
        first = answer["next"]

    assert found == list(range(1, 1201))
