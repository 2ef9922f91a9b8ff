"""Records that are no board's and still an event's: named in the tags, parted, or of boards that are no more."""

import pytest
from django.test import Client

from games.models import Game, Submission, Visibility
from games.policies import may_see_all_of_game
from games.submissions.services.uploads import submit_text
from games.visibility.services import change_visibility
from players.clubs.services.members import add_member
from players.models import Club, Role, User
from players.people.services.people import create_person
from tests.games.replay.records import stratego_text
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tests.tournaments.results.builders import account_of, board_of
from tournaments.event_records import target_event, target_pairing
from tournaments.events.services.events import appoint_arbiter, change_event, delete_event
from tournaments.events.services.lifecycle import finish_event, reopen_event
from tournaments.models import Entry, Event, EventState, Pairing, RecordsPublic, Round
from tournaments.results.services.records import detach_record
from tournaments.rounds.services.knockout import delete_unneeded_games
from tournaments.rounds.services.order import delete_draft, pair_again
from tournaments.rounds.services.publication import close_round, unpublish_round

pytestmark = pytest.mark.django_db
NAME = "Hidden Open"


@pytest.fixture
def pairing() -> Pairing:
    """Of an event with hidden pieces that shows its records when it ends."""
    return hidden_board()


@pytest.fixture
def arbiter(pairing: Pairing) -> User:
    return named_arbiter(pairing.round.section.event, "Tomasz")


@pytest.fixture
def organiser(pairing: Pairing) -> User:
    return account_in(pairing.round.section.event.club, "Olga", Role.ORGANISER)


def hidden_board(public: RecordsPublic = RecordsPublic.EVENT_ENDS, **fields: object) -> Pairing:
    event = make_event(name=NAME, game="stratego", state=EventState.RUNNING, records_public=public, **fields)
    section = make_section(event)
    for rank, name in enumerate(("Ann", "Bob"), start=1):
        Entry.objects.create(section=section, person=create_person(actor=None, name=name), starting_rank=rank)
    return board_of(section, boards=[(1, 2, "")])


def named_arbiter(event: Event, name: str) -> User:
    account = make_account(name)
    appoint_arbiter(actor=None, event=event, person=create_person(actor=None, name=name, account=account))
    return account


def account_in(club: Club, name: str, role: Role) -> User:
    account = make_account(name)
    add_member(actor=None, club=club, person=create_person(actor=None, name=name, account=account), role=role)
    return account


def sheet(event: str = NAME, red: str = "Ann", **tags: str) -> str:
    head = "".join(f'[{tag} "{value}"]\n' for tag, value in {"Event": event, **tags}.items() if value)
    return stratego_text().replace("\n", f"\n{head}", 1).replace('[Red "Ann"]', f'[Red "{red}"]')


def submitted(text: str, account: User | None = None, **wishes: object) -> Game:
    """The game that came with it."""
    submit_text(account=account, text=text, **wishes)  # type: ignore[arg-type]
    run_jobs()
    return Game.objects.latest("pk")


def shown(game: Game) -> str:
    game.refresh_from_db()
    return game.visibility


def status_for_visitors(game: Game) -> int:
    return Client().get(f"/games/{game.pk}/record.txt").status_code


def end(pairing: Pairing) -> Event:
    """As an arbiter does it: all results, the round closed, the event finished."""
    event = pairing.round.section.event
    Pairing.objects.filter(round__section__event=event, result="").update(result="1-0", origin="arbiter")
    for round_ in Round.objects.filter(section__event=event, state="published"):
        close_round(actor=make_account("Closer"), round=round_)
    return finish_event(actor=None, event=event, reason="That was all")


def test_a_second_sheet_of_a_withheld_game_is_withheld_until_the_event_ends(
    pairing: Pairing, arbiter: User
) -> None:
    red = account_of(pairing.first)
    first = submitted(sheet(Round="1", Board="1"), red)
    second = submitted(sheet(Round="1", Board="1", Date="2026.05.04"), red)
    assert board_of(pairing.round.section).game == first
    assert (shown(second), status_for_visitors(second)) == ("embargoed", 404)
    assert may_see_all_of_game(arbiter, second)
    change_visibility(actor=red, game=second, visibility=Visibility.PUBLIC)
    assert shown(second) == "embargoed"

    event = end(pairing)

    assert (shown(second), status_for_visitors(second)) == ("public", 200)
    reopen_event(actor=None, event=event, reason="A protest")
    assert shown(second) == "embargoed"


@pytest.mark.parametrize("tags", [{"Round": "final"}, {"Round": "2"}, {"Round": "1", "Board": "7"}, {}])
def test_a_record_that_names_the_event_and_fits_no_board_is_withheld(
    pairing: Pairing, tags: dict[str, str]
) -> None:
    game = submitted(sheet(red="Anne Arbour", **tags), account_of(pairing.first))

    assert (board_of(pairing.round.section).game, shown(game)) == (None, "embargoed")
    assert status_for_visitors(game) == 404


def test_the_closer_of_wish_and_event_counts_for_a_named_record_and_the_wish_afterwards(
    pairing: Pairing, arbiter: User
) -> None:
    sam, club = make_account("Sam"), pairing.round.section.event.club
    for_club = submitted(sheet(Round="final"), sam, visibility=Visibility.CLUB, club=club)
    embargoed = submitted(sheet(Round="final", Date="2026.05.04"), sam, visibility=Visibility.EMBARGOED)
    assert (shown(for_club), shown(embargoed)) == ("private", "embargoed")
    # A name is no proof: what somebody does not show to all, it shows to nobody.
    assert (may_see_all_of_game(arbiter, for_club), may_see_all_of_game(arbiter, embargoed)) == (False, True)

    end(pairing)

    assert (shown(for_club), shown(embargoed)) == ("club", "embargoed")


def test_a_name_opens_nothing_that_its_submitter_has_put_under_embargo() -> None:
    pairing = hidden_board(RecordsPublic.AT_ONCE)
    game = submitted(sheet(Round="final"), make_account("Sam"), visibility=Visibility.EMBARGOED)

    end(pairing)

    assert shown(game) == "embargoed"


def test_records_of_two_events_with_one_name_are_withheld_by_both_and_shown_to_the_arbiters_of_none(
    pairing: Pairing, arbiter: User
) -> None:
    other = hidden_board(RecordsPublic.NEVER)
    rival = named_arbiter(other.round.section.event, "Rita")

    game = submitted(sheet(Round="final"), make_account("Sam"))

    assert shown(game) == "private"
    assert [may_see_all_of_game(account, game) for account in (arbiter, rival)] == [False, False]
    change_event(actor=None, event=other.round.section.event, records_public=RecordsPublic.AT_ONCE)
    assert shown(game) == "embargoed"
    end(pairing)
    assert shown(game) == "public"


def test_what_was_in_the_archive_before_the_event_began_stays_as_it_was() -> None:
    sam = make_account("Sam")
    old = submitted(sheet(Round="final"), sam)

    pairing = hidden_board()
    submit_text(account=sam, text=sheet(Round="final"))
    run_jobs()
    assert shown(old) == "public"

    new = submitted(sheet(Round="final", Date="2026.05.04"), sam)
    assert shown(new) == "embargoed"
    assert pairing.round.section.event.name == NAME


def test_an_event_that_withholds_its_records_later_closes_what_named_it_while_it_ran() -> None:
    event = hidden_board(RecordsPublic.AT_ONCE).round.section.event
    game = submitted(sheet(Round="final"), make_account("Sam"))
    assert shown(game) == "public"

    change_event(actor=None, event=event, name="Open of Secrets", records_public=RecordsPublic.EVENT_ENDS)

    assert shown(game) == "embargoed"


def test_a_second_sheet_is_shown_when_its_round_is_closed_if_the_event_says_so() -> None:
    pairing = hidden_board(RecordsPublic.ROUND_CLOSED)
    red = account_of(pairing.first)
    submitted(sheet(Round="1", Board="1"), red)
    second = submitted(sheet(Round="1", Board="1", Date="2026.05.04"), red)
    unknown = submitted(sheet(Round="final", Date="2026.05.05"), red)
    assert (shown(second), shown(unknown)) == ("embargoed", "embargoed")

    close_round(actor=make_account("Closer"), round=pairing.round)

    assert (shown(second), shown(unknown)) == ("public", "embargoed")


def test_games_without_hidden_pieces_and_other_events_are_left_alone(pairing: Pairing) -> None:
    game = submitted(sheet("Another Open", Round="final"), make_account("Sam"))

    assert shown(game) == "public"


def test_the_submitter_reads_why_a_record_is_withheld(client: Client, pairing: Pairing) -> None:
    sam = make_account("Sam")
    submitted(sheet(Round="final"), sam)
    client.force_login(sam)

    page = client.get(f"/games/records/{Submission.objects.get().pk}/").content.decode()

    assert "its tags name one, that keeps its records private for now" in page


def test_arbiters_find_records_without_a_board_and_organisers_only_their_names(
    client: Client, pairing: Pairing, arbiter: User, organiser: User
) -> None:
    game = submitted(sheet(Round="final"), make_account("Sam"))
    Event.objects.update(records_public=RecordsPublic.NEVER)
    Game.objects.update(visibility=Visibility.PRIVATE)
    address = f"/events/{pairing.round.section.event_id}/decisions/"
    link = f'<a href="/games/{game.pk}/">'

    client.force_login(arbiter)
    assert link in client.get(address).content.decode()
    client.force_login(organiser)
    page = client.get(address).content.decode()

    assert "Ann – Bob, 1–0" in page
    assert link not in page


def test_parting_a_record_opens_nothing_while_the_event_withholds_it(
    client: Client, pairing: Pairing, arbiter: User, organiser: User
) -> None:
    submit_text(account=organiser, text=sheet("", Date="2026.05.03"), meant_for=target_pairing(pairing))
    run_jobs()
    game = Game.objects.get()
    assert (board_of(pairing.round.section).game, shown(game)) == (game, "embargoed")
    client.force_login(organiser)

    client.post(f"/events/{pairing.round.section.event_id}/boards/{pairing.pk}/", {"do": "part"})

    assert (board_of(pairing.round.section).game, shown(game)) == (None, "embargoed")
    assert client.get(f"/games/{game.pk}/record.txt").status_code == 404
    assert (may_see_all_of_game(arbiter, game), may_see_all_of_game(organiser, game)) == (True, False)
    end(pairing)
    assert shown(game) == "public"


@pytest.mark.parametrize("way", ["deleted", "paired again"])
def test_a_record_that_waits_stays_the_events_when_its_board_is_no_more(
    pairing: Pairing, arbiter: User, organiser: User, way: str
) -> None:
    red, club_arbiter = (
        account_of(pairing.first),
        account_in(pairing.round.section.event.club, "Carl", Role.ARBITER),
    )
    game = submitted(
        sheet(red="Anne Arbour"),
        red,
        club=pairing.round.section.event.club,
        visibility=Visibility.EMBARGOED,
        meant_for=target_pairing(pairing),
    )
    late = submit_text(
        account=red, text=sheet(red="Anne", Date="2026.05.04"), meant_for=target_pairing(pairing)
    )

    round_ = unpublish_round(actor=organiser, round=pairing.round)
    if way == "deleted":
        delete_draft(actor=organiser, round=round_, seen=None)
    else:
        pair_again(actor=organiser, round=round_, seen=None)
    run_jobs()

    late.refresh_from_db()
    assert late.meant_for == target_event(pairing.round.section.event_id)
    for each in Game.objects.all():
        change_visibility(actor=red, game=each, visibility=Visibility.PUBLIC)
        assert shown(each) == "embargoed"
        assert (may_see_all_of_game(arbiter, each), may_see_all_of_game(club_arbiter, each)) == (True, False)
    Pairing.objects.all().delete()
    Round.objects.all().delete()
    make_round(pairing.round.section, 1, [(1, 2, "")])
    end(pairing)
    assert (Game.objects.count(), shown(game)) == (2, "public")


def test_records_of_an_event_that_is_deleted_are_shown_as_was_wished() -> None:
    pairing = hidden_board()
    game = submitted(sheet(Round="final"), make_account("Sam"))
    Pairing.objects.update(origin="imported", result="1-0")
    assert shown(game) == "embargoed"

    delete_event(actor=None, event=pairing.round.section.event)

    assert shown(game) == "public"


def test_a_record_parted_from_an_event_that_shows_its_records_is_its_submitters_again(
    organiser: User, pairing: Pairing
) -> None:
    game = submitted(sheet(Round="1", Board="1"), account_of(pairing.first), visibility=Visibility.PRIVATE)
    event = change_event(actor=None, event=pairing.round.section.event, records_public=RecordsPublic.AT_ONCE)
    change_visibility(actor=None, game=game, visibility=Visibility.PUBLIC)
    detach_record(actor=organiser, pairing=board_of(pairing.round.section), reason="another game")

    change_event(actor=None, event=event, records_public=RecordsPublic.EVENT_ENDS)

    assert shown(game) == "public"


def test_a_record_of_a_needless_game_of_a_match_stays_the_events() -> None:
    pairing = hidden_board(RecordsPublic.EVENT_ENDS)
    section = pairing.round.section
    section.system, section.games_per_match = "knockout", 2
    section.save()
    needless = Pairing.objects.create(
        round=pairing.round, board=1, leg=2, first=pairing.second, second=pairing.first
    )
    Pairing.objects.filter(pk=pairing.pk).update(result="1-0", origin="arbiter")
    Pairing.objects.create(
        round=pairing.round, board=1, leg=3, first=pairing.first, second=pairing.second,
        result="1-0", origin="arbiter",
    )  # fmt: skip
    upload = submit_text(
        account=account_of(pairing.first), text=sheet(red="Anne"), meant_for=target_pairing(needless)
    )
    run_jobs()

    delete_unneeded_games(Round.objects.select_related("section__event").get())

    upload.refresh_from_db()
    assert not Pairing.objects.filter(pk=needless.pk).exists()
    assert upload.meant_for == target_event(section.event_id)
