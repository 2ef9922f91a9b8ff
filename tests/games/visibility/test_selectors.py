"""Who may see which game: one game after the other, and many at once, from every seat."""

import copy
import html
from collections.abc import Generator
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.linking.services import link_players
from games.models import Game, Submission, Visibility
from games.policies import (
    allowed_views,
    may_adjudicate,
    may_link_players,
    may_see_all_of_game,
    may_see_game,
    may_see_submission,
    may_see_upload,
)
from games.submissions.services.uploads import resubmit, submit_text
from games.visibility.selectors import fully_visible_q, visible_games
from players.models import User
from players.people.services.people import create_person
from tests.games.builders import make_game
from tests.games.records import BROKEN, STRATEGO
from tests.jobs.job_runner import run_jobs
from tests.module_rows import module_rows
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.event_records import target_pairing
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import EventArbiter, EventState, Pairing

pytestmark = pytest.mark.django_db

STAFF = {Viewer.ADMINISTRATOR, Viewer.OWNER, Viewer.ORGANISER, Viewer.ARBITER, Viewer.EVENT_ARBITER}
ALL_SEATS = set(Viewer)
SEES_WHOLE = {
    "public": ALL_SEATS,
    "club": STAFF | {Viewer.MEMBER, Viewer.CONCERNED},
    "private": STAFF | {Viewer.CONCERNED},
    "embargoed": STAFF | {Viewer.CONCERNED},
    "embargo that ended": ALL_SEATS,
}
# Of a game with hidden pieces, while it is withheld: docs/decisions/0008-hidden-pieces.md.
SEES_HIDDEN = {Viewer.EVENT_ARBITER, Viewer.CONCERNED}


@pytest.fixture(scope="module", autouse=True)
def furnished(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Generator[tuple[World, dict[str, Game]], None, None]:
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock():
            world = World()
            games = games_of(world)
        yield world, games


@pytest.fixture
def world(furnished: tuple[World, dict[str, Game]]) -> World:
    return copy.deepcopy(furnished[0])


@pytest.fixture
def games(furnished: tuple[World, dict[str, Game]]) -> dict[str, Game]:
    return copy.deepcopy(furnished[1])


def games_of(world: World) -> dict[str, Game]:
    """One of each visibility, played by Paula in an event that has an arbiter of its own."""
    an_hour = timedelta(hours=1)
    now = timezone.now()
    shown = {
        "public": {"visibility": "public"},
        "club": {"visibility": "club"},
        "private": {"visibility": "private"},
        "embargoed": {"visibility": "embargoed", "embargo_until": now + an_hour},
        "embargo that ended": {"visibility": "embargoed", "embargo_until": now - an_hour},
    }
    made = {
        name: make_game(name, club=world.club, second_person=world.paula, second_link="confirmed", **values)
        for name, values in shown.items()
    }
    event = make_event(club=world.club, state=EventState.RUNNING)
    appoint_arbiter(actor=None, event=event, person=world.people[Viewer.EVENT_ARBITER])
    section = make_section(event, players=10)
    make_round(section, 1, [(rank, rank + 1, "") for rank in range(1, 10, 2)])
    for pairing, game in zip(Pairing.objects.order_by("board"), made.values(), strict=True):
        pairing.game = game
        pairing.save()
    return made


def signed_in(account: User) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def account_of(world: World, seat: Viewer) -> User | AnonymousUser:
    return AnonymousUser() if seat is Viewer.VISITOR else world.accounts[seat]


@pytest.mark.parametrize("seat", sorted(ALL_SEATS))
def test_each_seat_sees_what_the_visibility_says(world: World, games: dict[str, Game], seat: Viewer) -> None:
    actor = account_of(world, seat)

    seen = {name for name, game in games.items() if may_see_game(actor, game)}

    assert seen == {name for name, seats in SEES_WHOLE.items() if seat in seats}
    assert set(visible_games(actor)) == {games[name] for name in seen}


@pytest.mark.parametrize("seat", sorted(ALL_SEATS))
def test_under_embargo_hidden_pieces_are_followed_from_the_spectators_seat(
    world: World, games: dict[str, Game], seat: Viewer
) -> None:
    Game.objects.update(kind="stratego")
    actor = account_of(world, seat)
    embargoed = Game.objects.get(pk=games["embargoed"].pk)
    whole = seat in SEES_HIDDEN

    assert allowed_views(actor, embargoed) == (
        ("open", "red", "blue", "spectator") if whole else ("spectator",)
    )
    assert may_see_all_of_game(actor, embargoed) is whole
    assert embargoed in visible_games(actor)
    assert (embargoed in Game.objects.filter(fully_visible_q(actor))) is whole


@pytest.mark.parametrize("seat", sorted(ALL_SEATS))
def test_a_private_game_with_hidden_pieces_is_for_its_players_and_the_arbiters_of_its_event(
    world: World, games: dict[str, Game], seat: Viewer
) -> None:
    Game.objects.update(kind="stratego")
    actor = account_of(world, seat)
    private = Game.objects.get(pk=games["private"].pk)

    assert may_see_game(actor, private) is (seat in SEES_HIDDEN)
    assert (private in visible_games(actor)) is (seat in SEES_HIDDEN)


@pytest.mark.parametrize("belongs_to", ["an event that names no arbiters", "no event"])
def test_where_no_event_names_arbiters_those_of_the_club_see_hidden_pieces(
    world: World, games: dict[str, Game], belongs_to: str
) -> None:
    EventArbiter.objects.all().delete()
    if belongs_to == "no event":
        Pairing.objects.all().delete()
    Game.objects.update(kind="stratego")
    game = Game.objects.get(pk=games["embargoed"].pk)
    seats = {seat: account_of(world, seat) for seat in ALL_SEATS}

    expected = {Viewer.ARBITER, Viewer.CONCERNED}
    assert {seat for seat, actor in seats.items() if may_see_all_of_game(actor, game)} == expected
    assert {
        seat for seat, actor in seats.items() if Game.objects.filter(fully_visible_q(actor), pk=game.pk)
    } == expected


def test_a_record_that_waits_for_its_board_is_for_the_arbiters_of_the_event_it_was_sent_for(
    world: World, games: dict[str, Game]
) -> None:
    paula = world.accounts[Viewer.CONCERNED]
    board = Pairing.objects.get(game=games["public"])
    upload = submit_text(
        account=paula, text=STRATEGO, visibility=Visibility.PRIVATE, meant_for=target_pairing(board)
    )
    run_jobs()
    waiting = Game.objects.get(submissions__upload=upload)
    seats = {seat: account_of(world, seat) for seat in ALL_SEATS}

    assert waiting not in games.values()
    assert {seat for seat, actor in seats.items() if may_see_game(actor, waiting)} == {Viewer.EVENT_ARBITER}
    assert {seat for seat, actor in seats.items() if waiting in visible_games(actor)} == {
        Viewer.EVENT_ARBITER
    }


def test_who_may_not_see_hidden_pieces_decides_nothing_about_the_game_and_who_played_it(
    world: World, games: dict[str, Game]
) -> None:
    Game.objects.update(kind="stratego", submitted_by=world.accounts[Viewer.STRANGER])
    game = Game.objects.get(pk=games["embargoed"].pk)
    seats = {seat: account_of(world, seat) for seat in ALL_SEATS}

    assert {seat for seat, actor in seats.items() if may_adjudicate(actor, game)} == {Viewer.EVENT_ARBITER}
    assert {seat for seat, actor in seats.items() if may_link_players(actor, game)} == {
        Viewer.EVENT_ARBITER,
        Viewer.STRANGER,
    }


def test_a_private_game_without_a_club_is_for_its_players_and_the_administrator(world: World) -> None:
    game = make_game("free", visibility="private", first_person=world.paula, first_link="confirmed")

    seen = {seat for seat in ALL_SEATS if may_see_game(account_of(world, seat), game)}

    assert seen == {Viewer.ADMINISTRATOR, Viewer.CONCERNED}


@pytest.mark.parametrize("visibility", ["private", "embargoed"])
@pytest.mark.parametrize(
    ("kind", "link", "seat", "is_seen"),
    [
        ("barragoon", "confirmed", Viewer.STRANGER, True),
        ("barragoon", "exact", Viewer.STRANGER, False),
        ("barragoon", "exact", Viewer.CONCERNED, True),
        ("stratego", "confirmed", Viewer.STRANGER, True),
        ("stratego", "exact", Viewer.STRANGER, False),
        ("stratego", "exact", Viewer.CONCERNED, False),
        ("stratego", "confirmed", Viewer.CONCERNED, True),
    ],
)
def test_the_same_name_opens_a_withheld_game_to_members_of_its_club_and_never_hidden_pieces(
    world: World, visibility: str, kind: str, link: str, seat: Viewer, is_seen: bool
) -> None:
    """Paula is a member of the game's club, the stranger is not. Either may have taken the name of somebody else."""
    game = make_game(
        "named", kind=kind, visibility=visibility, club=world.club,
        second_person=world.people[seat], second_link=link,
    )  # fmt: skip
    actor = world.accounts[seat]

    assert may_see_all_of_game(actor, game) is is_seen
    assert Game.objects.filter(fully_visible_q(actor), pk=game.pk).exists() is is_seen


@pytest.mark.parametrize("kind", ["barragoon", "stratego"])
def test_who_submits_a_private_game_of_their_own_sees_it_by_the_same_name(world: World, kind: str) -> None:
    stranger = world.accounts[Viewer.STRANGER]
    game = make_game(
        "own", kind=kind, visibility="private", submitted_by=stranger,
        first_person=world.people[Viewer.STRANGER], first_link="exact",
    )  # fmt: skip

    assert may_see_all_of_game(stranger, game)
    assert game in visible_games(stranger)


def test_who_takes_the_name_of_a_player_reads_no_private_record(world: World) -> None:
    stranger, member = world.accounts[Viewer.STRANGER], world.accounts[Viewer.MEMBER]
    squatter = create_person(
        actor=None, name="Cem Aydin", account=User.objects.create(email="m@example.org"), listed=True
    )
    submit_text(account=member, text=STRATEGO, visibility=Visibility.PRIVATE)
    run_jobs()
    game = Game.objects.get(kind="stratego")
    assert (game.first_person, game.first_link) == (squatter, "exact")
    assert squatter.account is not None

    for account, before in ((squatter.account, 404), (stranger, 404)):
        assert signed_in(account).get(f"/games/{game.pk}/record.txt").status_code == before
    link_players(actor=member, game=game, first=squatter, second=None)
    assert signed_in(squatter.account).get(f"/games/{game.pk}/record.txt").status_code == 200


def test_an_embargo_without_an_end_lasts(world: World) -> None:
    game = make_game("event", visibility="embargoed", club=world.club)

    assert not may_see_game(AnonymousUser(), game)
    assert not visible_games(AnonymousUser()).filter(pk=game.pk).exists()


def test_who_submitted_a_private_game_of_others_has_no_part_in_it(world: World) -> None:
    stranger = world.accounts[Viewer.STRANGER]
    game = make_game("theirs", visibility="private", club=world.club, submitted_by=stranger)

    assert not may_see_game(stranger, game)
    assert game not in visible_games(stranger)


@pytest.mark.parametrize(
    ("visibility", "seats"),
    [
        ("public", {Viewer.ADMINISTRATOR, Viewer.MEMBER}),
        ("club", {Viewer.ADMINISTRATOR, Viewer.MEMBER}),
        ("private", {Viewer.MEMBER}),
        ("embargoed", {Viewer.MEMBER}),
    ],
)
def test_what_is_sent_to_be_withheld_is_read_by_its_submitter_alone(
    world: World, visibility: str, seats: set[Viewer]
) -> None:
    """A broken record may hold set-ups as well."""
    upload = submit_text(
        account=world.accounts[Viewer.MEMBER], text=BROKEN, club=world.club, visibility=Visibility(visibility)
    )
    run_jobs()
    record = Submission.objects.get(upload=upload)
    readers = {seat: account_of(world, seat) for seat in ALL_SEATS}

    assert {seat for seat, actor in readers.items() if may_see_upload(actor, upload)} == seats
    assert {seat for seat, actor in readers.items() if may_see_submission(actor, record)} == seats


def test_a_record_that_became_a_game_with_hidden_pieces_is_read_by_its_submitter_alone(world: World) -> None:
    upload = submit_text(account=world.accounts[Viewer.MEMBER], text=STRATEGO)
    run_jobs()
    Game.objects.update(visibility="embargoed")
    record = Submission.objects.get(upload=upload)

    readers = {seat for seat in ALL_SEATS if may_see_submission(account_of(world, seat), record)}

    assert readers == {Viewer.MEMBER}


def test_the_broken_text_of_a_record_that_became_such_a_game_is_read_by_its_submitter_alone(
    world: World,
) -> None:
    upload = submit_text(
        account=world.accounts[Viewer.MEMBER], text=STRATEGO.replace("2. a5-a6 i7-i6", "2. a5-a7")
    )
    run_jobs()
    broken = Submission.objects.get(upload=upload)
    again = resubmit(submission=broken, text=STRATEGO.replace("2. a5-a6", "2. a5-a8"))
    run_jobs()
    resubmit(submission=again, text=STRATEGO)
    run_jobs()
    texts = list(Submission.objects.select_related("upload").filter(upload=upload).order_by("pk"))
    seats = {seat: account_of(world, seat) for seat in ALL_SEATS}

    def readers(text: Submission) -> set[Viewer]:
        return {seat for seat, actor in seats.items() if may_see_submission(actor, text)}

    assert [text.state for text in texts] == ["error", "error", "accepted"]
    assert [readers(text) for text in texts] == [{Viewer.MEMBER, Viewer.ADMINISTRATOR}] * 3
    Game.objects.update(visibility="embargoed")
    assert [readers(text) for text in texts] == [{Viewer.MEMBER}] * 3
    administrator = world.browser_of(Viewer.ADMINISTRATOR)
    for address in (f"/games/records/{broken.pk}/", f"/games/records/{broken.pk}/board/"):
        assert administrator.get(address).status_code == 404
    assert world.program_of(Viewer.ADMINISTRATOR).get(f"/api/v1/records/{broken.pk}/").status_code == 404


@pytest.mark.parametrize(
    "text",
    [STRATEGO.replace("2. a5-a6", "2. b1-b9"), STRATEGO.replace("Stratego", "Strategy"), "1. d2-d9 *"],
    ids=["a wrong move", "a misspelt game", "no tags"],
)
def test_a_broken_record_that_may_hold_set_ups_is_read_by_its_submitter_alone(
    world: World, text: str
) -> None:
    """Whatever it was sent to become: it may be of an event that withholds its records."""
    upload = submit_text(account=world.accounts[Viewer.MEMBER], text=text)
    run_jobs()
    record = Submission.objects.get(upload=upload)
    administrator, submitter = (world.browser_of(seat) for seat in (Viewer.ADMINISTRATOR, Viewer.MEMBER))
    message = record.errors[0]["message"].split("“")[0]

    assert record.state == "error"
    assert {seat for seat in ALL_SEATS if may_see_submission(account_of(world, seat), record)} == {
        Viewer.MEMBER
    }
    assert administrator.get(f"/games/records/{record.pk}/").status_code == 404
    assert message in html.unescape(submitter.get(f"/games/uploads/{upload.pk}/").content.decode())
    assert message not in html.unescape(administrator.get(f"/games/uploads/{upload.pk}/").content.decode())


def test_finding_out_what_somebody_may_see_takes_three_queries(
    world: World, games: dict[str, Game], django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(4):  # type: ignore[operator]
        list(visible_games(world.accounts[Viewer.MEMBER]))
