"""What the server never sends: looked for in every response of the board, from each role's seat."""

import re
from typing import NamedTuple

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine.record import read_text
from engine.stratego import Kind
from games.archive.services.digest import digest_record
from games.models import Adjudication, Game, GameText
from players.models import Club, Membership, Person, Role, User
from players.people.services.people import create_person
from tests.games.replay.records import BLUE, RED, SECRET, stratego_text
from tests.games.replay.stored_games import annotated_game, stored, stratego_game
from tests.markup import compact

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PARTS = ("", "embed/", "print/", "board.svg", "reach.json")
PICTURES = ("board.png", "board.gif")
# The moves of the game show these to everybody; every other kind is known to its owner alone.
SHOWN = {"red": {"scout", "sergeant"}, "blue": {"captain", "sergeant", "bomb"}}
# That no flag can be reached any more follows from where the bombs are.
VERDICT = "no progress possible"
SECRETS = (SECRET, "marshal hides", RED, BLUE, RED.partition("/")[0], "only in the verdict", VERDICT)


class Seats(NamedTuple):
    game: Game
    visitor: Client
    member: Client
    submitter: Client
    red: Client
    arbiter: Client


@pytest.fixture
def seats() -> Seats:
    """An embargoed game of Stratego in a club, and a browser for everybody."""
    club = Club.objects.create(name="Lapwing", slug="lapwing")

    def account(name: str, role: Role | None = None) -> tuple[User, Person]:
        user = User.objects.create_user(f"{name}@example.org", None, display_name=name)
        person = create_person(actor=None, name=name)
        person.account = user
        person.save()
        if role is not None:
            Membership.objects.create(club=club, person=person, role=role)
        return user, person

    users = {
        "member": account("Mia", Role.MEMBER),
        "submitter": account("Sam"),
        "red": account("Ann"),
        "arbiter": account("Art", Role.ARBITER),
    }
    game = stratego_game(
        visibility="embargoed",
        club=club,
        first_person=users["red"][1],
        first_link="confirmed",
        submitted_by=users["submitter"][0],
    )
    Adjudication.objects.create(
        game=game,
        verdict="no-progress",
        rule="end",
        ply=11,
        message="only in the verdict",
        proof={"findings": [{"ply": 11, "rule": "end", "message": "only in the verdict", "proof": {}}]},
        engine_version="1",
    )
    clients = {}
    for role, (user, _) in users.items():
        clients[role] = Client()
        clients[role].force_login(user)
    return Seats(game, Client(), **clients)


def kinds_named(text: str, side: str) -> set[str]:
    """The kinds of a side that a response names: as symbols on the board or as words for people."""
    # The sheet defines every symbol there is and says nothing about this game.
    body = re.sub(r'<svg [^>]*class="symbol-sheet".*?</svg>', "", text, flags=re.DOTALL)
    name = side.capitalize()
    return {str(kind) for kind in Kind if re.search(rf"\b{side}-{kind}\b|\b{name}(?:'s|:)? {kind}\b", body)}


@pytest.mark.parametrize("seat", ["visitor", "member", "submitter"])
def test_under_an_embargo_others_are_told_only_what_the_moves_have_shown(seats: Seats, seat: str) -> None:
    client: Client = getattr(seats, seat)

    for part in PARTS:
        for ply in (0, 3, 11):
            response = client.get(f"/games/{seats.game.pk}/{part}?ply={ply}")
            text = response.content.decode()

            assert response.status_code == 200
            assert [secret for secret in SECRETS if secret in text] == []
            assert kinds_named(text, "red") <= SHOWN["red"]
            assert kinds_named(text, "blue") <= SHOWN["blue"]


@pytest.mark.parametrize("seat", ["visitor", "member", "submitter"])
@pytest.mark.parametrize("view", ["open", "red", "blue"])
def test_under_an_embargo_others_cannot_choose_another_view(seats: Seats, seat: str, view: str) -> None:
    client: Client = getattr(seats, seat)

    for part in (*PARTS, *PICTURES):
        assert client.get(f"/games/{seats.game.pk}/{part}?view={view}").status_code == 404


def test_under_an_embargo_only_those_who_see_everything_are_told_a_verdict_without_findings(
    seats: Seats,
) -> None:
    Adjudication.objects.update(proof={}, message="")

    assert VERDICT in seats.arbiter.get(f"/games/{seats.game.pk}/").content.decode()
    assert VERDICT not in seats.visitor.get(f"/games/{seats.game.pk}/").content.decode()


def test_before_the_first_attack_a_picture_for_others_shows_no_face(seats: Seats) -> None:
    svg = seats.visitor.get(f"/games/{seats.game.pk}/board.svg?ply=0").content.decode()

    assert sorted(set(re.findall(r'href="#stratego-([a-z-]+)"', svg))) == [
        "blue-hidden",
        "grid",
        "red-hidden",
    ]


def test_pictures_for_others_are_the_spectators(seats: Seats) -> None:
    for part in PICTURES:
        seen = seats.visitor.get(f"/games/{seats.game.pk}/{part}?ply=11").content
        spectator = seats.arbiter.get(f"/games/{seats.game.pk}/{part}?ply=11&view=spectator").content
        everything = seats.arbiter.get(f"/games/{seats.game.pk}/{part}?ply=11").content

        assert seen == spectator
        assert seen != everything


# Whoever looks for words finds those that they think of; what is the same for every secret tells none.
TELLING = ("/games/{game}/?ply=3", "/games/", "/games/games.csv")
EVERYWHERE = (
    *TELLING, *(f"/games/{{game}}/{part}?ply=11" for part in PARTS), "/games/{game}/?ply=3&look=c4",
    "/games/{game}/board.png?card=1", "/games/?q=walled", "/games/?adjudicated=any", "/games/games.json",
    "/games/games.txt", "/search/?q=walled", "/clubs/lapwing/", "/api/v1/games/", "/api/v1/games/{game}/",
    "/api/v1/games/{game}/board/?ply=3", "/api/v1/adjudications/",
)  # fmt: skip


def store_instead(text: str, verdict: str) -> None:
    """The one game there is becomes this one."""
    digest = digest_record(read_text(text)[0])
    Game.objects.update(**digest.head, verdict=verdict)
    GameText.objects.update(
        canonical=digest.canonical, start_position=digest.start_position, position_keys=digest.position_keys
    )
    finding = {"ply": 11, "rule": "end", "message": verdict, "proof": {}}
    Adjudication.objects.update(verdict=verdict, message=verdict, proof={"findings": [finding]})


def all_that_is_sent(seats: Seats) -> dict[tuple[str, str], tuple[int, bytes]]:
    """By seat and address."""
    found = {}
    for seat, client, addresses in (
        ("member", seats.member, EVERYWHERE),
        ("arbiter", seats.arbiter, TELLING),
    ):
        for address in addresses:
            cache.clear()  # rate limits
            response = client.get(address.format(game=seats.game.pk))
            content = b"".join(response) if response.streaming else response.content
            found[seat, address] = response.status_code, re.sub(rb'(?<=value=")\w{64}(?=")', b"", content)
    return found


def test_under_an_embargo_others_are_sent_the_same_whatever_is_hidden(seats: Seats) -> None:
    other = stratego_text().replace(SECRET, "quiet")
    for row in (RED.partition("/")[0], BLUE.partition("/")[0]):  # nobody has moved or seen anything there
        other = other.replace(row, row[::-1])

    store_instead(stratego_text(), "no-progress")
    one = all_that_is_sent(seats)
    store_instead(other, "nothing")
    another = all_that_is_sent(seats)

    assert [place for place in one if one[place] != another[place]] == [
        ("arbiter", address) for address in TELLING
    ]


@pytest.mark.parametrize("seat", ["red", "arbiter"])
def test_under_an_embargo_players_and_arbiters_see_everything(seats: Seats, seat: str) -> None:
    client: Client = getattr(seats, seat)

    text = client.get(f"/games/{seats.game.pk}/?ply=3").content.decode()

    assert SECRET in text
    assert "only in the verdict" in text
    assert kinds_named(text, "blue") == {str(kind) for kind in Kind}


@pytest.mark.parametrize("view", ["red", "blue", "spectator"])
def test_a_chosen_seat_is_sent_nothing_that_it_does_not_know(seats: Seats, view: str) -> None:
    """Not even to those who could look at everything: what the server has not sent cannot be seen."""
    hidden = {"red": ("blue",), "blue": ("red",), "spectator": ("red", "blue")}[view]

    for part in ("", "board.svg", "reach.json"):
        text = seats.arbiter.get(f"/games/{seats.game.pk}/{part}?ply=11&view={view}").content.decode()
        assert [side for side in hidden if not kinds_named(text, side) <= SHOWN[side]] == []
        assert [secret for secret in SECRETS[:5] if secret in text] == []


def test_when_the_embargo_has_ended_everybody_sees_everything(seats: Seats) -> None:
    Game.objects.update(embargo_until=timezone.now())

    text = seats.visitor.get(f"/games/{seats.game.pk}/").content.decode()

    assert SECRET in text


@pytest.mark.parametrize(
    ("visibility", "statuses"),
    [
        ("public", {"visitor": 200, "member": 200, "submitter": 200, "red": 200, "arbiter": 200}),
        ("club", {"visitor": 404, "member": 200, "submitter": 404, "red": 200, "arbiter": 200}),
        ("private", {"visitor": 404, "member": 404, "submitter": 404, "red": 200, "arbiter": 200}),
    ],
)
def test_who_may_not_see_a_game_finds_nothing_at_any_of_its_addresses(
    seats: Seats, visibility: str, statuses: dict[str, int]
) -> None:
    Game.objects.update(visibility=visibility)

    for seat, status in statuses.items():
        client: Client = getattr(seats, seat)
        for part in (*PARTS, *PICTURES):
            assert (seat, part, client.get(f"/games/{seats.game.pk}/{part}").status_code) == (
                seat,
                part,
                status,
            )


def test_an_embargoed_game_without_hidden_pieces_is_not_there_for_others(seats: Seats) -> None:
    game = annotated_game(visibility="embargoed")

    assert seats.visitor.get(f"/games/{game.pk}/").status_code == 404


def test_a_player_who_is_known_is_a_link_except_on_other_sites(seats: Seats) -> None:
    Person.objects.update(listed=True)
    address = f'<a href="/people/{seats.game.first_person_id}/">Ann</a>'

    assert address in seats.visitor.get(f"/games/{seats.game.pk}/").content.decode()
    assert address not in seats.visitor.get(f"/games/{seats.game.pk}/embed/").content.decode()


def test_other_sites_may_show_only_what_everybody_may_see(seats: Seats) -> None:
    anybody = seats.visitor.get(f"/games/{seats.game.pk}/board.png")
    arbiter = seats.arbiter.get(f"/games/{seats.game.pk}/board.png")

    assert anybody["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert arbiter["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "private" in arbiter["Cache-Control"]


def test_players_are_links_to_those_who_may_see_their_pages(seats: Seats) -> None:
    address = f'href="/people/{seats.game.first_person_id}/"'

    for client in (seats.visitor, seats.red):
        opens = client.get(f"/people/{seats.game.first_person_id}/").status_code == 200
        assert (address in client.get(f"/games/{seats.game.pk}/").content.decode()) is opens
    assert seats.visitor.get(f"/people/{seats.game.first_person_id}/").status_code == 404


def test_an_adjudication_is_a_link_for_those_who_may_see_it(seats: Seats) -> None:
    address = f"/games/{seats.game.pk}/adjudication/"

    for client in (seats.visitor, seats.member, seats.submitter, seats.red, seats.arbiter):
        opens = client.get(address).status_code == 200
        assert (f'href="{address}"' in client.get(f"/games/{seats.game.pk}/").content.decode()) is opens
    assert seats.visitor.get(address).status_code == 404


def test_the_page_of_a_game_has_every_tag_of_the_record_for_those_who_may_see_it(seats: Seats) -> None:
    game = stored(
        stratego_text().replace("\n", '\n[TwoSquares "3"]\n[Weather "fair"]\n', 1),
        visibility="embargoed",
        club=seats.game.club,
    )

    known = compact(seats.arbiter.get(f"/games/{game.pk}/"))
    hidden = compact(seats.visitor.get(f"/games/{game.pk}/"))

    for name, value in (
        ("TwoSquares", "3"),
        ("Weather", "fair"),
        ("Termination", "resigned"),
        ("RedSetup", RED),
    ):
        assert re.search(rf"<dt>{name}</dt>\s*<dd>\s*{re.escape(value)}\s*</dd>", known)
        assert f"<dt>{name}</dt>" not in hidden
    assert re.search(r"<dt>Ended</dt>\s*<dd>\s*resigned\s*</dd>", hidden)
