"""A board's record is its own: what others have sent before neither decides the board, nor keeps the record out."""

import pytest
from django.test import Client

from audit.selectors import history_of
from core.errors import Refused
from games.models import Game, Submission, Visibility
from games.submissions.services.uploads import submit_text
from players.models import User
from players.people.services.people import create_person
from tests.jobs.job_runner import run_jobs
from tests.markup import compact
from tests.tournaments.builders import make_account, make_club
from tests.tournaments.results.builders import (
    account_of,
    board_of,
    recognise_clubs,
    record,
    running_section,
    send_record,
)
from tournaments.event_records import waiting_records
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Pairing, ResultOrigin
from tournaments.results.receivers import claim_event_games
from tournaments.results.selectors import boards_needing_decision, record_differences
from tournaments.results.services.records import attach_waiting_record, keep_result

pytestmark = pytest.mark.django_db

ALL = [Visibility.PUBLIC, Visibility.CLUB, Visibility.EMBARGOED, Visibility.PRIVATE]
FOR_FEW = ALL[1:]
CHANGED_BY_EVENTS = ("visibility", "club", "first_person", "second_person", "first_link", "second_link")


def strangers_copy(pairing: Pairing, visibility: Visibility, **tags: str) -> Game:
    """The same players, date and moves, sent by somebody who has no part in the board."""
    submit_text(
        account=make_account("Sam Stranger"),
        text=record(pairing, **tags),
        visibility=visibility,
        club=make_club("Elsewhere"),
    )
    run_jobs()
    return Game.objects.get()


def as_it_is(game: Game) -> dict[str, object]:
    return Game.objects.values(*CHANGED_BY_EVENTS).get(pk=game.pk)


def arbiter_of(pairing: Pairing) -> User:
    account = make_account("Ada Arbiter")
    person = create_person(actor=None, name="Ada Arbiter", account=account)
    appoint_arbiter(actor=None, event=pairing.round.section.event, person=person)
    return account


@pytest.mark.parametrize("visibility", ALL)
@pytest.mark.parametrize("meant", [True, False], ids=["for the board", "by its tags"])
@pytest.mark.parametrize("false_result", ["0-1", "1-0"])
def test_a_strangers_copy_neither_decides_nor_blocks_the_players_record(
    visibility: Visibility, meant: bool, false_result: str
) -> None:
    pairing = board_of(running_section())
    copy = strangers_copy(pairing, visibility, result=false_result)
    before = as_it_is(copy)

    send_record(pairing, account=account_of(pairing.first), meant=meant)

    board = board_of(pairing.round.section)
    assert Submission.objects.latest("pk").state == "accepted"
    assert (board.result, board.origin) == ("1-0", ResultOrigin.RECORD)
    assert board.game is not None
    assert (board.game.submitted_by, board.game.recorded_result) == (account_of(pairing.first), "1-0")
    assert board.game != copy
    assert as_it_is(copy) == before
    assert (board.record_contradicts, board.copies_differ) == (False, False)


def test_an_arbiters_record_is_the_boards_as_well() -> None:
    pairing = board_of(running_section())
    strangers_copy(pairing, Visibility.PRIVATE, result="0-1")

    send_record(pairing, account=arbiter_of(pairing))

    assert board_of(pairing.round.section).result == "1-0"


def test_a_stranger_changes_nothing_after_the_player_either() -> None:
    pairing = board_of(running_section())
    send_record(pairing, account=account_of(pairing.first))
    before = Pairing.objects.values().get(pk=pairing.pk)

    submit_text(account=make_account("Sam Stranger"), text=record(pairing, result="0-1"))
    run_jobs()

    assert Pairing.objects.values().get(pk=pairing.pk) == before
    assert waiting_records(pairing) == []


@pytest.mark.parametrize("visibility", FOR_FEW)
def test_a_withheld_copy_keeps_nobodys_free_record_out_and_stays_unknown(visibility: Visibility) -> None:
    pairing = board_of(running_section())
    hidden = strangers_copy(pairing, visibility, Event="")
    player = account_of(pairing.second)

    submit_text(account=player, text=record(pairing, Event=""))
    run_jobs()

    sent = Submission.objects.latest("pk")
    assert (sent.state, sent.game == hidden) == ("accepted", False)


def test_a_public_game_that_was_hidden_later_does_not_show_itself_to_the_next_sender() -> None:
    pairing = board_of(running_section())
    hidden = strangers_copy(pairing, Visibility.PUBLIC, Event="")
    Game.objects.update(visibility=Visibility.PRIVATE)
    sender = make_account("Olga Outside")

    for _ in range(2):
        submit_text(account=sender, text=record(pairing, Event=""))
        run_jobs()

    first, second = Submission.objects.order_by("-pk")[:2][::-1]
    assert (first.state, second.state) == ("accepted", "duplicate")
    assert first.game == second.game != hidden


def test_a_free_game_that_everybody_may_see_is_stored_once() -> None:
    pairing = board_of(running_section())
    known = strangers_copy(pairing, Visibility.PUBLIC, Event="")

    submit_text(account=make_account("Olga Outside"), text=record(pairing, Event=""))
    run_jobs()

    sent = Submission.objects.latest("pk")
    assert (sent.state, sent.game, Game.objects.count()) == ("duplicate", known, 1)


def test_the_opponents_record_that_says_the_same_is_the_same_and_flags_nothing() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    send_record(pairing, account=account_of(pairing.second))

    assert (Game.objects.count(), board_of(section).copies_differ) == (1, False)
    assert Submission.objects.latest("pk").state == "duplicate"


def test_both_players_and_the_arbiter_see_ply_by_ply_where_their_records_differ(client: Client) -> None:
    section = running_section()
    pairing = board_of(section)
    players = [account_of(pairing.first), account_of(pairing.second)]
    send_record(pairing, account=players[0])
    text = record(pairing)
    *_before, last, result = text.split()
    send_record(pairing, account=players[1], text=text[: text.rindex(last)] + result + "\n")
    board = board_of(section)
    addresses = {
        arbiter_of(pairing): f"/events/{section.event.pk}/boards/{board.pk}/",
        players[0]: f"/events/{section.event.pk}/boards/{board.pk}/record/",
        players[1]: f"/events/{section.event.pk}/boards/{board.pk}/record/",
    }

    (differences,) = record_differences(board, by_players_only=True)
    assert [(ply.first, ply.other) for ply in differences.plies] == [(last, "")]
    for account, address in addresses.items():
        client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        assert f"<td><code>{last}</code></td><td><code>–</code></td>" in compact(client.get(address)).replace(
            "> <", "><"
        )


@pytest.mark.parametrize("meant", [True, False], ids=["for the board", "by its tags"])
@pytest.mark.parametrize(
    "other", [{"result": "0-1"}, {"result": "1-0", "Termination": "time"}], ids=["result", "termination"]
)
def test_records_of_the_two_players_that_end_differently_are_shown_to_the_arbiter(
    client: Client, meant: bool, other: dict[str, str]
) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    arbiter = arbiter_of(pairing)

    send_record(pairing, account=account_of(pairing.second), meant=meant, **other)

    board = board_of(section)
    assert (board.result, board.copies_differ) == ("1-0", True)
    (waiting,) = waiting_records(board)
    assert (waiting.submitted_by, waiting.recorded_result) == (account_of(pairing.second), other["result"])
    assert [line.pairing for line in boards_needing_decision(section.event)] == [board]
    newest = history_of(section.event).first()
    assert newest is not None
    assert (newest.action, newest.after["other_record"]) == ("event.records_differ", waiting.pk)
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    page = compact(client.get(f"/events/{section.event.pk}/boards/{board.pk}/"))
    assert "Records that were sent for this board end differently." in page
    assert f'name="game" value="{waiting.pk}"' in page
    assert "The records differ" in compact(client.get(f"/events/{section.event.pk}/decisions/"))


def test_the_arbiter_uses_the_other_record_instead() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    send_record(pairing, account=account_of(pairing.second), result="0-1")
    arbiter = arbiter_of(pairing)
    (other,) = waiting_records(pairing)

    attach_waiting_record(actor=arbiter, pairing=pairing, game=str(other.pk), reason="Both say so now.")

    board = board_of(section)
    assert (board.game, board.result, board.copies_differ) == (other, "0-1", False)
    assert [game.recorded_result for game in waiting_records(board)] == ["1-0"]


def test_the_arbiter_keeps_record_and_result_with_a_reason() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    send_record(pairing, account=account_of(pairing.second), result="0-1")
    arbiter = arbiter_of(pairing)
    with pytest.raises(Refused, match="why the result stays"):
        keep_result(actor=arbiter, pairing=pairing, reason=" ")

    keep_result(actor=arbiter, pairing=pairing, reason="I saw the end.")

    board = board_of(section)
    assert (board.result, board.copies_differ) == ("1-0", False)
    assert boards_needing_decision(section.event) == []


def test_a_copy_of_a_boards_game_counts_for_no_list_besides() -> None:
    section = running_section()
    pairing = board_of(section)
    recognise_clubs()
    send_record(pairing, account=account_of(pairing.first))
    submit_text(account=make_account("Sam Stranger"), text=record(pairing, Event="", result="0-1"))
    run_jobs()
    Game.objects.update(
        first_person=pairing.first.person,
        second_person=pairing.second.person,
        first_link="confirmed",
        second_link="confirmed",
    )

    copies = list(Game.objects.values_list("pk", flat=True))

    assert len(copies) == 2
    assert claim_event_games(copies) == set(copies)


@pytest.mark.parametrize("sender", ["a player", "whoever submitted it"])
def test_what_others_are_confirmed_to_have_played_stays_theirs(sender: str) -> None:
    """A player of the same name is found for any event."""
    section = running_section()
    pairing = board_of(section)
    player = account_of(pairing.first)
    submitter = player if sender == "whoever submitted it" else make_account("Sam")
    others = [create_person(actor=None, name=entry.person.name) for entry in (pairing.first, pairing.second)]
    submit_text(account=submitter, text=record(pairing, Event=""))
    run_jobs()
    known = Game.objects.get()
    Game.objects.update(
        first_person=others[0], second_person=others[1], first_link="confirmed", second_link="confirmed"
    )
    before = as_it_is(known)

    send_record(pairing, account=player)

    assert as_it_is(known) == before
    assert board_of(section).game != known
    assert board_of(section).result == "1-0"
