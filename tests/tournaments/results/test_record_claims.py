"""Records that come for another club than the one that holds the event: its staff counts, and nobody else's."""

from typing import NamedTuple

import pytest
from django.test import Client

from audit.selectors import history_of
from games.models import Game, Visibility
from games.policies import may_adjudicate, may_see_all_of_game
from games.submissions.services.uploads import submit_text
from games.visibility.selectors import fully_visible_q
from players.clubs.services.members import add_member
from players.models import Club, Person, Role, User
from players.people.services.people import create_person
from tests.games.replay.records import stratego_text
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_club, make_event, make_section
from tests.tournaments.results.builders import account_of, board_of, record
from tournaments.models import EventState, Pairing
from tournaments.results.services.records import detach_record

pytestmark = pytest.mark.django_db


class Clubs(NamedTuple):
    """Player 01 has sent the record of a game in Lapwing's event for the own club, Rival."""

    lapwing: Club
    rival: Club
    arbiters: dict[str, User]
    """By the names of their clubs."""
    pairing: Pairing

    def seeing(self) -> set[str]:
        """Of which clubs the arbiters see all of the game: by the policy, and by the list's condition."""
        game = Game.objects.select_related("club").get()
        by_policy = {name for name, each in self.arbiters.items() if may_see_all_of_game(each, game)}
        by_query = {
            name
            for name, each in self.arbiters.items()
            if Game.objects.filter(fully_visible_q(each)).exists()
        }
        assert by_policy == by_query
        return by_policy


def member(club: Club, name: str, role: Role) -> Person:
    person = create_person(actor=None, name=name, account=make_account(name), club=club)
    add_member(actor=None, club=club, person=person, role=role)
    return person


def stratego_record(pairing: Pairing) -> str:
    tags = f'[Event "{pairing.round.section.event.name}"]\n[Round "1"]\n[Board "1"]\n'
    text = stratego_text().replace('"Ann"', f'"{pairing.first}"').replace('"Bob"', f'"{pairing.second}"')
    return text.replace("\n", f"\n{tags}", 1)


@pytest.fixture(params=["barragoon", "stratego"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sent_for_another_club(kind: str, visibility: Visibility, records_public: str = "event") -> Clubs:
    lapwing, rival = make_club("Lapwing"), make_club("Rival")
    arbiters = {
        club.name: account
        for club in (lapwing, rival)
        if (account := member(club, f"{club} Arbiter", Role.ARBITER).account)
    }
    event = make_event(club=lapwing, game=kind, state=EventState.RUNNING, records_public=records_public)
    pairing = board_of(make_section(event, players=4))
    player = account_of(pairing.first)
    add_member(actor=None, club=rival, person=pairing.first.person)
    text = record(pairing) if kind == "barragoon" else stratego_record(pairing)
    submit_text(account=player, text=text, club=rival, visibility=visibility)
    run_jobs()
    assert Pairing.objects.get(pk=pairing.pk).game == Game.objects.get()
    return Clubs(lapwing, rival, arbiters, pairing)


def test_while_it_belongs_to_an_event_a_game_is_seen_by_the_arbiters_of_the_club_that_holds_it(
    kind: str,
) -> None:
    clubs = sent_for_another_club(kind, Visibility.PUBLIC)

    game = Game.objects.select_related("club").get()
    assert (game.club, game.visibility) == (clubs.lapwing, "embargoed")
    assert clubs.seeing() == {"Lapwing"}
    assert {name for name, each in clubs.arbiters.items() if may_adjudicate(each, game)} == {"Lapwing"}


@pytest.mark.parametrize(("club", "status"), [("Lapwing", 200), ("Rival", 404)])
def test_its_record_is_read_by_the_arbiters_of_that_club(
    client: Client, kind: str, club: str, status: int
) -> None:
    clubs = sent_for_another_club(kind, Visibility.PUBLIC)
    client.force_login(clubs.arbiters[club], backend="django.contrib.auth.backends.ModelBackend")

    assert client.get(f"/games/{Game.objects.get().pk}/record.txt").status_code == status


def test_when_it_is_parted_it_is_the_game_of_the_club_it_was_sent_for_again(kind: str) -> None:
    clubs = sent_for_another_club(kind, Visibility.PRIVATE)
    assert clubs.seeing() == {"Lapwing"}

    detach_record(actor=None, pairing=clubs.pairing, reason="The wrong sheet.")

    assert Game.objects.get().club == clubs.rival
    assert clubs.seeing() == {"Rival"}
    line = history_of(Game.objects.get()).first()
    assert line is not None
    assert (line.action, line.before["club"], line.after["club"]) == (
        "game.left_event",
        clubs.lapwing.pk,
        clubs.rival.pk,
    )


def test_what_was_sent_for_the_members_of_one_club_is_not_shown_to_those_of_another(kind: str) -> None:
    clubs = sent_for_another_club(kind, Visibility.CLUB, records_public="at_once")
    assert Game.objects.get().visibility == "private"

    detach_record(actor=None, pairing=clubs.pairing, reason="The wrong sheet.")

    assert (Game.objects.get().visibility, Game.objects.get().club) == ("club", clubs.rival)
