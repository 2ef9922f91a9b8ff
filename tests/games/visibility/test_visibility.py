"""Saying anew who may see a game: at once, or when its event has opened its records."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from audit.selectors import history_of
from core.errors import Refused
from games.models import Game, Visibility
from games.submissions.services.uploads import submit_text
from games.visibility.services import change_visibility
from players.models import Club, Role, User
from tests.core.api.client import client_for, make_account, make_member
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs
from tests.tournaments.results.builders import account_of, board_of, record, running_section, send_record
from tournaments.event_records import apply_record_visibility
from tournaments.models import Event, EventState, Pairing, RecordsPublic
from tournaments.results.services.records import detach_record

pytestmark = pytest.mark.django_db
CHRISTMAS = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)


@pytest.fixture
def embargoed(submitter: User, club: Club) -> Game:
    """Under an embargo without an end, in no event: nothing but a word of somebody ends it."""
    submit_text(account=submitter, text=BARRAGOON, club=club, visibility=Visibility.EMBARGOED)
    run_jobs()
    return Game.objects.get()


def shown(game: Game) -> tuple[str, datetime | None]:
    game.refresh_from_db()
    return game.visibility, game.embargo_until


def withheld_record(**wishes: object) -> Pairing:
    """A record that came by itself and was recognised as one of an event that shows its records at the end."""
    pairing = board_of(running_section(records_public=RecordsPublic.EVENT_ENDS))
    submit_text(account=account_of(pairing.first), text=record(pairing), **wishes)  # type: ignore[arg-type]
    run_jobs()
    return board_of(pairing.round.section)


def end(event: Event) -> None:
    event.state = EventState.FINISHED
    event.save()
    apply_record_visibility(event)


def test_an_embargo_without_an_end_is_ended_by_hand(embargoed: Game, submitter: User) -> None:
    change_visibility(actor=submitter, game=embargoed, visibility=Visibility.PUBLIC)

    line = history_of(embargoed)[0]
    assert shown(embargoed) == ("public", None)
    assert (str(line), line.before["visibility"], line.after["visibility"]) == (
        "Agnes said who may see the game Agnes Brandt – Bo Lind, 1–0",
        "embargoed",
        "public",
    )


def test_saying_the_same_again_leaves_no_line(embargoed: Game, submitter: User) -> None:
    before = history_of(embargoed).count()

    change_visibility(actor=submitter, game=embargoed, visibility=Visibility.EMBARGOED)

    assert history_of(embargoed).count() == before


def test_an_embargo_can_be_given_an_end(embargoed: Game, submitter: User) -> None:
    change_visibility(
        actor=submitter, game=embargoed, visibility=Visibility.EMBARGOED, embargo_until=CHRISTMAS
    )

    assert shown(embargoed) == ("embargoed", CHRISTMAS)


@pytest.mark.parametrize(
    ("visibility", "until", "sentence"),
    [
        (Visibility.PUBLIC, CHRISTMAS, "Only an embargo has an end."),
        (Visibility.CLUB, None, "The game belongs to no club whose members could see it."),
    ],
)
def test_what_makes_no_sense_is_refused(
    embargoed: Game, submitter: User, visibility: Visibility, until: datetime | None, sentence: str
) -> None:
    Game.objects.update(club=None)

    with pytest.raises(Refused, match=sentence):
        change_visibility(actor=submitter, game=embargoed, visibility=visibility, embargo_until=until)
    assert shown(embargoed) == ("embargoed", None)


def test_nobody_lifts_the_embargo_of_an_event_and_the_wish_counts_afterwards() -> None:
    pairing = withheld_record()
    game, event = Game.objects.get(), pairing.round.section.event
    assert pairing.game == game

    change_visibility(actor=None, game=game, visibility=Visibility.PUBLIC)
    assert shown(game) == ("embargoed", None)
    change_visibility(actor=None, game=game, visibility=Visibility.PRIVATE)
    assert shown(game) == ("private", None)
    change_visibility(actor=None, game=game, visibility=Visibility.CLUB)
    assert shown(game) == ("private", None)
    assert history_of(game)[0].after == {"visibility": "private", "embargo_until": None, "wish": "club"}

    end(event)
    assert shown(game) == ("club", None)


def test_an_event_withholds_a_record_longer_than_its_submitter_wished() -> None:
    pairing = withheld_record(visibility=Visibility.EMBARGOED, embargo_until=CHRISTMAS)
    game = Game.objects.get()

    assert shown(game) == ("embargoed", None)
    end(pairing.round.section.event)
    assert shown(game) == ("embargoed", CHRISTMAS)


def test_a_record_that_is_parted_from_its_board_is_shown_as_wished_when_the_event_opens_its_records() -> None:
    pairing = withheld_record()
    game = Game.objects.get()

    detach_record(actor=None, pairing=pairing)
    assert shown(game) == ("embargoed", None)
    change_visibility(actor=None, game=game, visibility=Visibility.EMBARGOED, embargo_until=CHRISTMAS)
    assert shown(game) == ("embargoed", None)

    end(pairing.round.section.event)
    assert shown(game) == ("embargoed", CHRISTMAS)


def test_a_record_that_is_parted_from_its_board_is_shown_as_its_submitter_wished() -> None:
    pairing = withheld_record(visibility=Visibility.EMBARGOED)
    game, event = Game.objects.get(), pairing.round.section.event
    event.records_public = RecordsPublic.AT_ONCE
    event.save()
    apply_record_visibility(event)
    assert shown(game) == ("public", None)

    detach_record(actor=None, pairing=pairing)

    assert shown(game) == ("embargoed", None)
    assert str(history_of(game)[0]) == f"The game {game} was removed from its event"


def test_a_record_that_waits_for_its_board_is_shown_when_the_event_ends() -> None:
    section = running_section(records_public=RecordsPublic.EVENT_ENDS)
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), White="Somebody Else")
    game = Game.objects.get()
    apply_record_visibility(section.event)
    assert (board_of(section).game, shown(game)) == (None, ("embargoed", None))

    end(section.event)

    assert shown(game) == ("public", None)


def test_the_page_says_who_may_see_the_game(client: Client, embargoed: Game, submitter: User) -> None:
    client.force_login(submitter)
    address = f"/games/{embargoed.pk}/visibility/"

    page = client.get(address).content.decode()
    answer = client.post(address, {"visibility": "private"}, follow=True)

    assert "nobody else until the embargo ends, then everybody" in page
    assert "Your choice is saved." in answer.content.decode()
    assert shown(embargoed) == ("private", None)


def test_the_page_tells_that_an_event_withholds_the_game(client: Client, submitter: User) -> None:
    withheld_record()
    Game.objects.update(submitted_by=submitter)
    client.force_login(submitter)

    page = client.get(f"/games/{Game.objects.get().pk}/visibility/").content.decode()

    assert "The event keeps its records private for now." in page


def test_a_time_is_read_in_the_time_zone_that_the_page_names(
    client: Client, embargoed: Game, submitter: User
) -> None:
    submitter.time_zone = "Europe/Berlin"
    submitter.save()
    client.force_login(submitter)
    address = f"/games/{embargoed.pk}/visibility/"

    page = client.get(address).content.decode()
    client.post(address, {"visibility": "embargoed", "embargo_until": "2026-12-24T19:00"})

    assert "In the time zone Europe/Berlin." in page
    assert shown(embargoed) == ("embargoed", CHRISTMAS)


def test_programs_say_it_too(club: Club, embargoed: Game) -> None:
    arbiter = client_for(make_member(club, "Tomasz", Role.ARBITER))
    address = f"games/{embargoed.pk}/visibility/"

    before = arbiter.get(address).json()
    answer = arbiter.patch(address, {"visibility": "public"})

    assert before == {"visibility": "embargoed", "embargo_until": None, "wish": "embargoed"}
    assert (answer.status_code, answer.json()["visibility"]) == (200, "public")
    assert client_for(make_account("Stranger")).patch(address, {"visibility": "private"}).status_code == 403
