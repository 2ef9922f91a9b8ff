"""Records of an event's games: they fill in results, contradict them, and follow the event's regulations."""

import pytest
from django.test import Client

from audit.selectors import history_of
from core.errors import Refused
from games.adjudication import jobs as adjudicating_jobs
from games.adjudication import services
from games.adjudication.services import confirm, order_due_adjudications, overrule
from games.models import Adjudication, Game, Verdict, Visibility
from games.submissions.selectors.records import SentRecord
from games.submissions.services.validation import CheckedSubmission, check_record, save_results
from players.models import Person
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tests.tournaments.results.builders import (
    account_of,
    board_of,
    recognise_clubs,
    record,
    running_section,
    send_record,
)
from tournaments.event_records import apply_record_visibility
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import (
    Entry,
    Event,
    EventState,
    Pairing,
    RecordsPublic,
    ResultOrigin,
    RoundState,
)
from tournaments.results.receivers import claim_event_games, link_new_games
from tournaments.results.services.records import detach_record, keep_result, take_result_from_record
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result

pytestmark = pytest.mark.django_db


def test_a_record_sent_for_a_board_fills_in_its_result() -> None:
    section = running_section()
    pairing = board_of(section)

    send_record(pairing, account=account_of(pairing.first), Event="", Round="", Board="")

    filled = board_of(section)
    assert (filled.result, filled.origin, filled.version) == ("1-0", ResultOrigin.RECORD, 2)
    assert filled.game == Game.objects.get()
    assert [line.action for line in history_of(section.event)] == [
        "event.result_from_record",
        "event.record_linked",
    ]


def test_the_event_says_who_played_and_for_which_club() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), White="?", Brown="?")

    game = Game.objects.get()
    assert (game.first_person, game.second_person) == (pairing.first.person, pairing.second.person)
    assert (game.first_link, game.club) == ("confirmed", section.event.club)


@pytest.mark.parametrize(
    "tags",
    [
        {},
        {"Round": "1.1", "Board": ""},
        {"Round": "", "Board": ""},
        {"White": "player 01"},
    ],
)
def test_a_players_record_is_recognised_by_tags_that_fit_exactly_one_board(tags: dict[str, str]) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.second), meant=False, **tags)
    assert board_of(section).result == "1-0"


@pytest.mark.parametrize("is_arbiter", [True, False])
def test_a_record_that_came_by_itself_fills_in_a_result_only_if_its_sender_has_a_part_in_the_board(
    is_arbiter: bool,
) -> None:
    section = running_section()
    pairing = board_of(section)
    sender = account_of(board_of(section, board=2).first)  # who plays in the same event, at another board
    if is_arbiter:
        appoint_arbiter(actor=None, event=section.event, person=Person.objects.get(account=sender))

    send_record(pairing, account=sender, meant=False)

    found = board_of(section)
    filled = ("1-0", ResultOrigin.RECORD, Game.objects.get())
    assert (found.result, found.origin, found.game) == (filled if is_arbiter else ("", "", None))
    assert Game.objects.get().event == section.event.name


def test_the_players_of_a_board_are_linked_to_its_record_as_confirmed_by_the_event() -> None:
    section = running_section()
    pairing = board_of(section)

    send_record(pairing, account=account_of(pairing.first), meant=False)

    game = Game.objects.get()
    assert (game.first_person, game.first_link) == (pairing.first.person, "confirmed")
    assert (game.second_person, game.second_link) == (pairing.second.person, "confirmed")


@pytest.mark.parametrize(
    "tags",
    [
        {"Event": "Autumn Open"},
        {"Event": ""},
        {"Round": "2"},
        {"Round": "final"},
        {"Board": "2"},
        {"White": "Player 02"},
        {"White": "Player 03", "Brown": "Player 01"},
        {"White": "?", "Brown": "?", "Board": ""},
        {"White": "?", "Brown": "?"},
        {"Brown": "?"},
    ],
)
def test_a_record_whose_tags_do_not_fit_is_left_alone(tags: dict[str, str]) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), meant=False, **tags)
    assert not Pairing.objects.exclude(game=None).exists()
    assert not Pairing.objects.exclude(result="").exists()


def test_a_record_that_fits_boards_of_two_sections_is_left_alone() -> None:
    section = running_section()
    pairing = board_of(section)
    other = make_section(section.event, name="B")
    for entry in (pairing.first, pairing.second):
        Entry.objects.create(section=other, person=entry.person, starting_rank=entry.starting_rank)
    make_round(other, 1, [(pairing.first.starting_rank, pairing.second.starting_rank, "")])
    send_record(pairing, account=account_of(pairing.first), meant=False)
    assert not Pairing.objects.exclude(game=None).exists()


def test_an_event_that_does_not_run_recognises_nothing() -> None:
    section = running_section()
    pairing = board_of(section)
    Event.objects.update(state=EventState.FINISHED)
    send_record(pairing, account=account_of(pairing.first), meant=False)
    assert not Pairing.objects.exclude(game=None).exists()


def test_looking_at_the_same_games_again_changes_nothing() -> None:
    section = running_section()
    pairing = board_of(section)
    upload = send_record(pairing, account=account_of(pairing.first), meant=False)
    assert board_of(section).game is not None
    before = list(Pairing.objects.values()), history_of(section.event).count()

    link_new_games(type(upload), upload=upload, games=[Game.objects.get().pk])
    submission = upload.submissions.get()
    save_results(upload, [CheckedSubmission(submission.pk, check_record(SentRecord.of(submission)))])
    run_jobs()

    assert (list(Pairing.objects.values()), history_of(section.event).count()) == before


def test_the_opponents_record_of_the_same_game_is_the_same_game() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    send_record(pairing, account=account_of(pairing.second))
    assert Game.objects.count() == 1
    assert board_of(section).version == 2


def test_a_record_with_other_players_is_not_taken_for_this_board() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, White="Somebody Else")
    assert (board_of(section).game, board_of(section).result) == (None, "")


def test_a_record_that_contradicts_the_result_is_flagged_and_changes_nothing() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="0-1")

    send_record(pairing)

    flagged = board_of(section)
    assert (flagged.result, flagged.record_contradicts) == ("0-1", True)
    line = history_of(section.event).first()
    assert line is not None
    assert (line.action, line.after["record_says"]) == ("event.record_contradicts", "1-0")


def test_a_record_that_agrees_with_the_result_leaves_the_origin() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="1-0")
    send_record(pairing)
    agreed = board_of(section)
    assert (agreed.record_contradicts, agreed.origin, agreed.game_id is None) == (False, "arbiter", False)


def test_a_record_against_the_opponents_word_goes_to_the_arbiter() -> None:
    section = running_section()
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.second, result="0-1")
    send_record(pairing, account=account_of(pairing.first))
    disputed = board_of(section)
    assert (disputed.result, disputed.record_contradicts) == ("", True)


def test_the_arbiter_takes_what_the_record_says_with_a_reason_if_others_have_built_on_it() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="0-1")
    send_record(pairing)
    section.rounds.update(state=RoundState.CLOSED)
    with pytest.raises(Refused, match="say why"):
        take_result_from_record(actor=None, pairing=pairing)

    take_result_from_record(actor=None, pairing=pairing, reason="Typed into the wrong line.")

    taken = board_of(section)
    assert (taken.result, taken.origin, taken.record_contradicts) == ("1-0", ResultOrigin.RECORD, False)


def test_the_arbiter_keeps_the_result_with_a_reason_and_it_is_not_flagged_again() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="0-1")
    upload = send_record(pairing)
    with pytest.raises(Refused, match="why the result stays"):
        keep_result(actor=None, pairing=pairing, reason="")

    keep_result(actor=None, pairing=pairing, reason="White's flag had fallen.")
    link_new_games(type(upload), upload=upload, games=[Game.objects.get().pk])

    kept = board_of(section)
    assert (kept.result, kept.record_contradicts) == ("0-1", False)


def test_a_wrong_record_is_detached_and_its_result_cleared() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing)
    detached = detach_record(actor=None, pairing=pairing)
    assert (detached.game, detached.result, detached.origin) == (None, "", "")


@pytest.mark.parametrize(
    ("rule", "published", "closed", "finished"),
    [
        ("at_once", "public", "public", "public"),
        ("round", "embargoed", "public", "public"),
        ("event", "embargoed", "embargoed", "public"),
        ("never", "private", "private", "private"),
    ],
)
def test_records_become_public_as_the_regulations_say_and_back_when_a_step_is_taken_back(
    rule: str, published: str, closed: str, finished: str
) -> None:
    section = running_section(records_public=rule)
    send_record(board_of(section))
    event = section.event
    seen = [Game.objects.get().visibility]
    for round_state, state in [
        (RoundState.CLOSED, EventState.RUNNING),
        (RoundState.CLOSED, EventState.FINISHED),
        (RoundState.CLOSED, EventState.RUNNING),
        (RoundState.PUBLISHED, EventState.RUNNING),
    ]:
        section.rounds.update(state=round_state)
        event.state = state
        event.save()
        apply_record_visibility(event)
        assert apply_record_visibility(event) == 0
        seen.append(Game.objects.get().visibility)
    assert seen == [published, closed, finished, closed, published]


def test_what_a_submitter_keeps_private_no_event_opens() -> None:
    from games.submissions.services.uploads import submit_text

    section = running_section()
    pairing = board_of(section)
    submit_text(account=account_of(pairing.first), text=record(pairing), visibility=Visibility.PRIVATE)
    run_jobs()
    assert board_of(section).game is not None
    assert Game.objects.get().visibility == "private"


def test_the_referee_knows_the_events_limit_also_if_he_has_looked_before() -> None:
    section = running_section(no_capture_limit=2)
    pairing = board_of(section)
    Event.objects.update(state=EventState.OPEN)
    upload = send_record(pairing, account=account_of(pairing.first), meant=False)
    assert Adjudication.objects.get().verdict != Verdict.LIMIT

    Event.objects.update(state=EventState.RUNNING)
    link_new_games(type(upload), upload=upload, games=[Game.objects.get().pk])
    run_jobs()

    game = Game.objects.get()
    assert (game.no_capture_limit, game.verdict) == (2, "limit")
    assert Adjudication.objects.count() == 2


def test_a_confirmed_verdict_that_changes_the_result_flags_the_board_and_overruling_it_takes_the_flag_away() -> (
    None
):
    section = running_section(no_capture_limit=2)
    arbiter = make_account("Ada Arbiter")
    send_record(board_of(section))
    assert board_of(section).result == "1-0"
    verdict = Adjudication.objects.get()

    confirm(actor=arbiter, adjudication=verdict, reason="Two plies without a capture.")
    assert (board_of(section).result, board_of(section).record_contradicts) == ("1-0", True)

    overrule(actor=arbiter, adjudication=verdict, result="1-0", reason="They had agreed to play on.")
    assert board_of(section).record_contradicts is False
    game = Game.objects.get()
    assert (game.result, game.termination) == ("1-0", "resigned")


def test_a_confirmed_draw_counts_after_a_newer_engine_has_looked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    section = running_section(no_capture_limit=2)
    send_record(board_of(section))
    confirm(
        actor=make_account("Ada Arbiter"),
        adjudication=Adjudication.objects.get(),
        reason="No capture in two plies.",
    )
    monkeypatch.setattr(adjudicating_jobs, "engine_version", "99")
    monkeypatch.setattr(services, "engine_version", "99")
    order_due_adjudications()
    run_jobs()

    taken = take_result_from_record(actor=None, pairing=board_of(section))

    assert list(Adjudication.objects.order_by("pk").values_list("state", "verdict")) == [
        ("confirmed", "limit"),
        ("proposed", "limit"),
    ]
    assert (taken.result, taken.record_contradicts) == ("1/2-1/2", False)


def test_games_of_events_are_those_linked_and_those_that_name_an_event_of_a_recognised_club() -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing)
    send_record(pairing, meant=False, White="Somebody Else", Date="2026.05.03")
    send_record(pairing, meant=False, Event="Thursday evening", Date="2026.05.04")
    linked, naming, free = Game.objects.order_by("pk")
    assert claim_event_games([linked.pk, naming.pk, free.pk]) == {linked.pk}
    recognise_clubs()
    assert claim_event_games([linked.pk, naming.pk, free.pk]) == {linked.pk, naming.pk}


def test_games_of_a_match_are_told_apart_by_their_colours() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2, games_per_match=2)
    made = make_round(section, 1, [(1, 2, "")])
    first = made.pairings.get()
    second = Pairing.objects.create(round=made, board=1, leg=2, first=first.second, second=first.first)
    send_record(second, account=account_of(first.first), meant=False)
    second.refresh_from_db()
    first.refresh_from_db()
    assert (first.result, second.result) == ("", "1-0")


def test_the_page_of_an_event_shows_its_games_and_leads_to_all_of_them(client: Client) -> None:
    section = running_section(records_public=RecordsPublic.AT_ONCE)
    pairing = board_of(section)
    event = section.event
    before = client.get(f"/events/{event.pk}/").content.decode()
    send_record(pairing, account=account_of(pairing.first))
    game = Game.objects.get()

    page = client.get(f"/events/{event.pk}/").content.decode()
    games = client.get(f"/games/?of_event={event.pk}").content.decode()

    assert "Latest games" not in before
    assert f'href="/games/{game.pk}/"' in page
    assert f'href="/games/?of_event={event.pk}"' in page
    assert f'href="/games/{game.pk}/"' in games
