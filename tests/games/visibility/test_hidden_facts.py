"""Hidden pieces of a game under embargo: looked for at all addresses that could tell of them, from every seat."""

import re
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from games.models import (
    Game,
    Submission,
)
from tests.games.replay.records import BLUE, RED, SECRET, STRATEGO_LINE
from tests.games.visibility.hidden_facts import VERDICT, signed_in, text_of, told
from tests.games.visibility.hidden_game import Hidden, game_under_embargo, values_below
from tests.jobs.job_runner import run_jobs
from tests.module_rows import module_rows
from tests.permissions.walk import Address, addresses_of_the_site
from tests.permissions.world import Viewer, World
from tournaments.models import Event, Pairing, RecordsPublic

# What the server sends is decided in Python; tests/games/visibility/test_selectors.py asks both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# Below these, nothing is known of games: accounts, entries, settings. What is new and lies elsewhere is visited.
KNOW_NOTHING_OF_GAMES = (
    "account/", "theme/", "favicon.ico", "style-guide/", "i18n/", "healthz", "readyz", "ratings/", "clubs/new/",
    "clubs/mine/", "clubs/invitations/", "clubs/<slug:slug>/invitations/", "clubs/<slug:slug>/join/",
    "clubs/<slug:slug>/members/", "clubs/<slug:slug>/requests/", "clubs/<slug:slug>/settings/", "people/enter/",
    "help/", "rules/", "people/import/", "people/invitation/",
    "people/claims/", "people/merges/", "people/<int:pk>/photo/",
    "people/<int:pk>/merge/", "events/new/", "events/import/", "events/import-file/", "events/check-in/",
    "events/<int:event>/entries/",
    "events/<int:event>/check-in/", "events/<int:event>/settings/", "events/<int:event>/copy/",
    "events/<int:event>/arbiters/", "events/<int:event>/sections/", "events/<int:event>/poster/",
    "events/<int:event>/phones/",
    "events/<int:event>/s/<int:section>/settings/", "events/<int:event>/s/<int:section>/prizes/", "api/v1/schema/",
    "api/v1/^rating", "api/v1/^ledger-lines/", "api/v1/^check-ins/", "api/v1/^entries/", "api/v1/^kept-apart/",
    "api/v1/^memberships/", "api/v1/^starting-ratings/", "api/v1/^event-arbiters/",
    "api/v1/^event-files/", "api/^",
)  # fmt: skip
# The description of the API names all verdicts there are. Pictures without words are compared with the spectator's in
# tests/games/replay/test_privacy.py.
NOT_READ = ("api:reference", "game-png", "game-gif")
# What an address is asked for besides the address alone.
ASKED: dict[str, tuple[dict[str, str], ...]] = {
    **dict.fromkeys(
        ("game", "game-embed", "game-print", "game-svg", "game-reach"),
        ({"ply": "3"}, {"ply": "11"}, {"ply": "3", "view": "open"}),
    ),
    "api:play-moves": ({}, {"view": "open"}, {"view": "red"}),
    "search": ({"q": "Hidden Open"},),
    "search-suggestions": ({"q": "Hidden Open"},),
    "api:table-player-card": ({"number": "1"},),
}
UNKNOWING = (
    Viewer.ADMINISTRATOR, Viewer.OWNER, Viewer.ORGANISER, Viewer.ARBITER, Viewer.MEMBER, Viewer.STRANGER,
    Viewer.VISITOR,
)  # fmt: skip


@pytest.fixture(scope="module")
def hidden(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[Hidden, None, None]:
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock():
            made = game_under_embargo(World())
        yield made


def arguments_for(hidden: Hidden, address: Address) -> Iterator[dict[str, Any]]:
    """With what to fill its pattern, so that the answer has to do with the game; several if it has several kinds."""
    names = re.findall(r"<(?:\w+:)?(\w+)>", address.route)
    values = values_below(hidden, address.route)
    missing = [name for name in names if name not in values]
    assert missing == [], f"{address}: say in hidden_game.values_below how to fill {missing}"
    kinds = ("csv", "json", "txt") if "kind" in names else ("",)
    for kind in kinds:
        yield {name: values[name] for name in names if name != "kind"} | ({"kind": kind} if kind else {})


def visited() -> list[Address]:
    return [
        address
        for address in addresses_of_the_site()
        if address.namespace != "admin"
        and address.name not in NOT_READ
        and not address.route.startswith(KNOW_NOTHING_OF_GAMES)
    ]


def paths(hidden: Hidden) -> Iterator[str]:
    for address in visited():
        for arguments in arguments_for(hidden, address):
            path = reverse(address.name, kwargs=arguments)
            for asked in ASKED.get(address.name, ({},)):
                yield f"{path}?{urlencode(asked)}" if asked else path


def what_is_told(client: Client, addresses: Iterator[str]) -> dict[str, list[str]]:
    """The hidden facts by the addresses that tell them."""
    found = {}
    for address in addresses:
        cache.clear()  # rate limits
        response = client.get(address)
        assert response.status_code < 500, address
        if secrets := told(text_of(response)):
            found[address] = secrets
    return found


@pytest.mark.parametrize("seat", UNKNOWING)
def test_no_address_tells_a_hidden_fact(hidden: Hidden, seat: Viewer) -> None:
    assert what_is_told(hidden.world.browser_of(seat), paths(hidden)) == {}


# Administrators see the most of what is nobody's secret, organisers the most of what waits for the event.
@pytest.mark.parametrize(
    ("state", "seat"), [("private", Viewer.ADMINISTRATOR), ("waiting for its board", Viewer.ORGANISER)]
)
def test_no_address_tells_one_of_a_private_game_or_of_a_record_that_waits_for_its_board(
    hidden: Hidden, state: str, seat: Viewer
) -> None:
    if state == "private":
        Event.objects.update(records_public=RecordsPublic.NEVER)
        Game.objects.update(visibility="private")
    else:
        Pairing.objects.update(game=None)

    assert what_is_told(hidden.world.browser_of(seat), paths(hidden)) == {}


def test_whoever_sent_the_record_is_told_nothing_but_what_they_sent(hidden: Hidden) -> None:
    own = Submission.objects.get()
    below = tuple(
        f"/{place}/{pk}/" for pk in (own.pk, own.upload_id) for place in ("games/records", "games/uploads")
    )
    sent = tuple(f"/api/v1/{place}/" for place in ("records", "uploads"))

    found = what_is_told(signed_in(hidden.submitter), paths(hidden))

    assert [address for address in found if not address.startswith(below + sent)] == []


def test_players_and_the_arbiters_of_the_event_are_told_everything(hidden: Hidden) -> None:
    """What is looked for can be found: in the page, the record, the API and the history."""
    game, world = hidden.game.pk, hidden.world
    clients = [
        world.browser_of(Viewer.CONCERNED),
        world.browser_of(Viewer.EVENT_ARBITER),
        signed_in(hidden.blue),
    ]

    for client in clients:
        page = told(text_of(client.get(f"/games/{game}/?ply=3")))
        assert {SECRET, VERDICT, "red marshal", "blue flag"} <= set(page)
        assert RED.split("/")[0] in told(text_of(client.get(f"/games/{game}/record.txt")))
        assert {"no-progress", SECRET} <= set(told(text_of(client.get(f"/api/v1/games/{game}/"))))
        assert "no-progress" in told(text_of(client.get(f"/history/games.game/{game}/")))
        assert VERDICT in told(text_of(client.get("/api/v1/adjudications/")))


@pytest.mark.parametrize("is_taken", [True, False])
def test_no_page_leads_to_a_private_game_that_its_reader_may_not_see(hidden: Hidden, is_taken: bool) -> None:
    event, board = hidden.pairing.round.section.event_id, hidden.pairing.pk
    Event.objects.update(records_public=RecordsPublic.NEVER)
    Game.objects.update(visibility="private")
    if not is_taken:
        Pairing.objects.update(game=None)
    addresses = (
        reverse("board", args=[event, board]),
        reverse("send-record", args=[event, board]),
        reverse("club", args=[hidden.world.club.slug]),
        reverse("club-history", args=[hidden.world.club.slug]),
    )

    led = {
        seat
        for seat in Viewer
        if any(
            f"/games/{hidden.game.pk}/" in text_of(hidden.world.browser_of(seat).get(each))
            for each in addresses
        )
    }

    assert led == {Viewer.CONCERNED, Viewer.EVENT_ARBITER}


@pytest.mark.parametrize("query", [{"q": "walled"}, {"adjudicated": "no-progress"}, {"adjudicated": "any"}])
def test_looking_for_a_hidden_fact_finds_the_game_only_for_those_who_know_it(
    hidden: Hidden, query: dict[str, str]
) -> None:
    lists = ("/games/", "/games/games.csv", "/games/games.json", "/api/v1/games/")
    page = f"/games/{hidden.game.pk}/"

    finders = {
        seat
        for seat in Viewer
        if any(page in text_of(hidden.world.browser_of(seat).get(each, query)) for each in lists)
    }

    assert finders == {Viewer.CONCERNED, Viewer.EVENT_ARBITER}


def test_a_set_up_that_was_guessed_right_is_answered_like_a_wrong_one(hidden: Hidden) -> None:
    """Names, date and moves are no secret: whoever sends them with a guess must not learn whether it is right."""
    right = f"""[Game "Stratego"]
[Red "{hidden.world.paula.name}"]
[Blue "Bob"]
[RedSetup "{RED}"]
[BlueSetup "{BLUE}"]
[Result "1-0"]
[Termination "resigned"]

{STRATEGO_LINE} 1-0
"""
    for seat in UNKNOWING:
        if seat == Viewer.VISITOR:  # without an account nobody submits anything
            continue
        client = hidden.world.browser_of(seat)
        answers = []
        for guess in (RED, RED.replace("BFB", "FBB", 1)):
            before = transaction.savepoint()
            answers.append(answers_to(client, right.replace(RED, guess)))
            transaction.savepoint_rollback(before)

        assert answers[0] == answers[1], seat
        # Not even that there is such a game: what was sent is a game of its own.
        assert (answers[0].state, answers[0].told) == ("accepted", []), seat
    assert Game.objects.count() == 1


class Answers(NamedTuple):
    """All that a submitter reads about a record, without what is always another number or was sent by themselves."""

    state: str
    pages: list[str]
    facts: dict[str, Any]
    told: list[str]


def answers_to(client: Client, text: str) -> Answers:
    cache.clear()  # rate limits
    assert client.post("/games/submit/", {"text": text, "visibility": "public"}).status_code == 302
    run_jobs()
    record = Submission.objects.latest("pk")
    addresses = (f"/games/records/{record.pk}/", f"/games/uploads/{record.upload_id}/")
    pages = [text_of(client.get(address)) for address in addresses]
    changing = r"(?<=/records/)\d+|(?<=/uploads/)\d+|(?<=/games/)\d+|\b\w{64}\b"
    facts = client.get(f"/api/v1/records/{record.pk}/").json()
    sent = ("id", "upload", "url", "text", "game")
    return Answers(
        record.state,
        [re.sub(changing, "…", page) for page in pages],
        {name: value for name, value in facts.items() if name not in sent},
        [secret for page in pages for secret in told(page)],
    )


def test_the_history_of_the_club_says_what_the_referee_found_once_it_is_no_secret(hidden: Hidden) -> None:
    owner = hidden.world.browser_of(Viewer.OWNER)
    address = reverse("club-history", args=[hidden.world.club.slug])

    secret = text_of(owner.get(address))
    Game.objects.update(visibility="public")
    known = text_of(owner.get(address))

    assert "The referee checked the game" not in secret
    assert "submitted the game" in secret
    assert VERDICT in known


def test_the_administration_pages_do_not_tell_what_the_referee_found(hidden: Hidden) -> None:
    administrator = hidden.world.accounts[Viewer.ADMINISTRATOR]
    administrator.is_superuser = True
    administrator.save()
    client = hidden.world.browser_of(Viewer.ADMINISTRATOR)

    page = client.get(reverse("admin:audit_auditentry_changelist"))

    assert page.status_code == 200
    assert "submitted the game" in text_of(page)
    assert told(text_of(page)) == []
