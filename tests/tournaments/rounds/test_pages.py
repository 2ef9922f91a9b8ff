"""Pages of rounds: what everybody sees, what only arbiters see, and what answers 304."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.clubs.services import add_member
from players.models import Role, User
from players.people.services import create_person
from tests.games.working import work_until_done
from tests.tournaments.events import make_account
from tests.tournaments.rounds.pairing_day import (
    boards,
    enter_results,
    paired,
    published,
    running_section,
)
from tournaments.events import kept_parts
from tournaments.models import Absence, KeptApart, Pairing, Round, RoundState, Section
from tournaments.rounds.ordering import order_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    return running_section(5)


@pytest.fixture
def arbiter(section: Section) -> User:
    account = make_account("Anna")
    person = create_person(actor=None, name="Anna", account=account)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ARBITER)
    return account


@pytest.fixture
def desk(arbiter: User) -> Client:
    """The arbiter's browser."""
    return browser_of(arbiter)


def browser_of(account: User) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(name: str, round_: Round, *more: object) -> str:
    return reverse(name, args=[round_.section.event_id, round_.section_id, round_.number, *more])


def text_of(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    return " ".join(response.content.decode().split())


class TestADraft:
    def test_is_not_there_for_others(self, section: Section, arbiter: User) -> None:
        draft = paired(section, arbiter)
        visitor = Client()

        assert visitor.get(draft.get_absolute_url()).status_code == 404
        assert visitor.get(address("round-draft", draft)).status_code == 302
        assert browser_of(make_account("Zoe")).get(address("round-draft", draft)).status_code == 404
        for name in ("rounds", "projector"):
            assert "Player 01" not in text_of(visitor, reverse(name, args=[section.event_id, section.pk]))
        entry = section.entries.get(starting_rank=1)
        found = text_of(visitor, f"{reverse('find-board', args=[section.event_id])}?entry={entry.pk}")
        assert "No round is published yet" in found

    def test_shows_points_floats_and_colours(self, section: Section, arbiter: User, desk: Client) -> None:
        enter_results(published(section, arbiter), "1-0", "0-1")
        draft = paired(section, arbiter)
        assert boards(draft) == [(5, 1), (2, 3)]

        page = text_of(desk, address("round-draft", draft))

        assert "Draft of round 2" in page
        assert "downfloat" in page
        assert "upfloat" in page
        assert "Colours so far:</span> W<" in page
        assert "Player 04" in page

    def test_is_explained_on_a_click(self, section: Section, arbiter: User, desk: Client) -> None:
        draft = paired(section, arbiter)

        part = text_of(desk, address("why-board", draft, 1), **{"HX-Request": "true"})

        assert "They meet as in the bracket&#x27;s first candidate (article 3.3.1)." in part
        assert "Player 01 (1) has White" in part
        assert "<html" not in part
        assert "Why board 1 of round 1?" in text_of(desk, address("why-board", draft, 1))
        assert "pairing-allocated bye" in text_of(desk, address("why-bye", draft))
        assert desk.get(address("why-board", draft, 9)).status_code == 404

    def test_changed_boards_are_explained_as_such(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = paired(section, arbiter)
        desk.post(
            address("change-draft", draft),
            {"version": draft.version, "kind": "swap", "one": 1, "other": 2, "save": 1},
        )

        assert "The arbiter changed this board." in text_of(desk, address("why-board", draft, 1))

    def test_a_change_is_shown_with_what_it_breaks_before_it_is_saved(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = paired(section, arbiter)
        change = {"version": draft.version, "kind": "colours", "board": 1}

        shown = desk.post(address("change-draft", draft), change).content.decode()

        assert "The rules give Player 03 and Player 01 the colours the other way round." in shown
        assert boards(draft)[0] == (1, 3)
        desk.post(address("change-draft", draft), change | {"save": 1})
        assert boards(draft)[0] == (3, 1)

    @pytest.mark.parametrize(
        "change",
        [
            {},
            {"kind": "swap"},
            {"kind": "swap", "one": "x", "other": "2"},
            {"kind": "swap", "one": 1, "other": 99},
            {"kind": "out", "one": 1, "outcome": "nonsense"},
            {"kind": "boards", "text": "\0"},
            {"kind": "boards", "text": "1" * 30_000},
            {"kind": "nonsense", "one": 1},
            {"kind": "colours", "board": "99999999999999999999"},
        ],
    )
    def test_nonsense_is_refused_and_changes_nothing(
        self, section: Section, arbiter: User, desk: Client, change: dict[str, object]
    ) -> None:
        draft = paired(section, arbiter)

        response = desk.post(address("change-draft", draft), {"version": draft.version} | change, follow=True)

        assert response.status_code == 200
        assert "notice--error" in response.content.decode()
        assert boards(draft) == [(1, 3), (4, 2)]

    def test_the_second_arbiter_sees_what_the_first_did(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = paired(section, arbiter)
        change = {"version": draft.version, "kind": "colours", "board": 1, "save": 1}
        desk.post(address("change-draft", draft), change)

        page = desk.post(address("change-draft", draft), change, follow=True).content.decode()

        assert "Anna changed this. It is now: paired otherwise." in page
        assert boards(draft)[0] == (3, 1)

    def test_is_paired_again_around_boards_that_are_kept(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = paired(section, arbiter)
        Absence.objects.create(entry=section.entries.get(starting_rank=2), round_number=1)

        desk.post(address("pair-again", draft), {"version": draft.version, "keep": ["1"]})
        work_until_done()

        assert boards(draft) == [(1, 3), (4, 5)]

    @pytest.mark.parametrize("data", [{}, {"version": "x"}, {"version": 1, "keep": "99"}])
    def test_bad_boards_to_keep_are_refused(
        self, section: Section, arbiter: User, desk: Client, data: dict[str, object]
    ) -> None:
        draft = paired(section, arbiter)

        assert desk.post(address("pair-again", draft), data).status_code == 302
        draft.refresh_from_db()
        assert draft.state == RoundState.PAIRED


class TestTheWayOfARound:
    def test_ordered_paired_published_closed_and_back(self, section: Section, desk: Client) -> None:
        listed = reverse("rounds", args=[section.event_id, section.pk])
        assert "Pair round 1" in text_of(desk, listed)

        answer = desk.post(reverse("order-round", args=[section.event_id, section.pk]), {"number": 1})
        round_ = section.rounds.get()
        assert answer.headers["Location"] == address("round-draft", round_)
        assert "The round is being paired" in text_of(desk, address("round-draft", round_))
        polled = {"HX-Request": "true", "HX-Target": "being-paired"}
        assert "being-paired" in text_of(desk, address("round-draft", round_), **polled)

        work_until_done()
        assert desk.get(address("round-draft", round_), headers=polled).headers["HX-Refresh"] == "true"
        round_.refresh_from_db()
        desk.post(address("publish-round", round_), {"version": round_.version})
        assert "Player 01" in text_of(Client(), round_.get_absolute_url())

        enter_results(round_, "1-0", "adjourned")
        refused = desk.post(address("close-round", round_), follow=True).content.decode()
        assert "The game on board 2 is adjourned" in refused
        desk.post(address("close-round", round_), {"despite": "1"})
        assert Round.objects.get().state == RoundState.CLOSED
        desk.post(address("reopen-round", round_))
        assert Round.objects.get().state == RoundState.PUBLISHED
        refused = desk.post(address("unpublish-round", round_), follow=True).content.decode()
        assert "has results already" in refused

    def test_a_round_that_was_published_without_being_seen_is_not(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = paired(section, arbiter)

        page = desk.post(address("publish-round", draft), {}, follow=True).content.decode()

        assert "Please look again" in page
        draft.refresh_from_db()
        assert draft.state == RoundState.PAIRED

    def test_an_impossible_round_offers_what_to_give_up(self, arbiter: User, desk: Client) -> None:
        section = running_section(2)
        one, other = section.entries.order_by("starting_rank")
        KeptApart.objects.create(section=section, one=one, other=other)
        draft = paired(section, arbiter)

        assert "Player 01 and Player 02 may meet, although they are kept apart." in text_of(
            desk, address("round-draft", draft)
        )
        desk.post(address("give-up", draft), {"version": draft.version})
        work_until_done()

        assert boards(draft) == [(1, 2)]

    def test_a_draft_is_thrown_away(self, section: Section, arbiter: User, desk: Client) -> None:
        draft = paired(section, arbiter)

        answer = desk.post(address("delete-draft", draft), {"version": draft.version})

        assert answer.headers["Location"] == reverse("rounds", args=[section.event_id, section.pk])
        assert not section.rounds.exists()

    def test_level_matches_get_their_games(self, arbiter: User, desk: Client) -> None:
        final = published(running_section(2, system="knockout"), arbiter)
        enter_results(final, "1/2-1/2")

        assert "2 further games are due" in text_of(desk, final.get_absolute_url())
        desk.post(address("extend-round", final))

        assert final.pairings.count() == 3
        assert "game 3" in text_of(Client(), final.get_absolute_url())

    @pytest.mark.parametrize("number", ["", "x", "99999", "-1", "2"])
    def test_only_the_next_round_can_be_ordered(self, section: Section, desk: Client, number: str) -> None:
        page = desk.post(
            reverse("order-round", args=[section.event_id, section.pk]), {"number": number}, follow=True
        )

        assert "notice--error" in page.content.decode()
        assert not section.rounds.exists()


class TestTheClock:
    def test_is_started_stopped_and_reset(self, section: Section, arbiter: User, desk: Client) -> None:
        round_ = published(section, arbiter)

        desk.post(address("round-clock", round_), {"do": "start", "minutes": "90"})
        assert "data-ends=" in text_of(Client(), round_.get_absolute_url())
        desk.post(address("round-clock", round_), {"do": "stop"})
        assert "data-ends=" not in text_of(Client(), round_.get_absolute_url())
        assert "1:30:00" in text_of(Client(), round_.get_absolute_url()) or "1:29:59" in text_of(
            Client(), round_.get_absolute_url()
        )
        desk.post(address("round-clock", round_), {"do": "reset"})
        assert "round-clock" not in text_of(Client(), round_.get_absolute_url())

    @pytest.mark.parametrize("data", [{}, {"do": "x"}, {"do": "start", "minutes": "0"}, {"do": "start"}])
    def test_nonsense_is_refused(
        self, section: Section, arbiter: User, desk: Client, data: dict[str, str]
    ) -> None:
        round_ = published(section, arbiter)

        page = desk.post(address("round-clock", round_), data, follow=True).content.decode()

        assert "notice--error" in page


class TestThePublicRound:
    def test_lists_boards_in_order_with_points_and_byes(self, section: Section, arbiter: User) -> None:
        enter_results(published(section, arbiter), "1-0", "0-1")
        round_ = published(section, arbiter)
        assert boards(round_) == [(5, 1), (2, 3)]

        page = text_of(Client(), round_.get_absolute_url())

        places = [
            page.index(name) for name in ("Player 05", "Player 01", "Player 02", "Player 03", "Player 04")
        ]
        assert places == sorted(places)
        assert page.count('title="Points before this round">1</span>') == 3
        assert 'Player 04 <span class="soft">(bye)</span>' in page

    def test_lists_names_in_order(self, section: Section, arbiter: User) -> None:
        round_ = published(section, arbiter)

        page = text_of(Client(), f"{round_.get_absolute_url()}?by=name")

        names = section.entries.order_by("person__sort_key").values_list("person__sort_name", flat=True)
        places = [page.index(f">{name}</a>") for name in names]
        assert places == sorted(places)

    def test_colours_are_named_by_the_game(self, arbiter: User) -> None:
        section = running_section(2)
        section.event.game = "stratego"
        section.event.save()
        round_ = published(section, arbiter)

        page = text_of(Client(), round_.get_absolute_url())

        assert '<th scope="col">Red</th>' in page
        assert '<th scope="col">Blue</th>' in page

    def test_is_answered_304_until_something_changes(
        self, section: Section, arbiter: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept_parts, "PAUSE", 0)
        round_ = published(section, arbiter)
        client = Client()
        headers = {"HX-Request": "true", "HX-Target": "round-list"}
        client.get("/")
        first = client.get(round_.get_absolute_url(), headers=headers)
        assert "<html" not in first.content.decode()

        headers["If-None-Match"] = first.headers["ETag"]
        assert client.get(round_.get_absolute_url(), headers=headers).status_code == 304
        order_round(actor=arbiter, section=section, number=2, despite_warning=True)
        assert client.get(round_.get_absolute_url(), headers=headers).status_code == 200

    def test_takes_few_queries_however_many_boards(
        self, arbiter: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        section = running_section(40)
        enter_results(published(section, arbiter), *["1-0"] * 20)
        round_ = published(section, arbiter)
        client = Client()
        path = round_.get_absolute_url()
        with django_assert_num_queries(9):
            # Event, section, round; points: entries, rounds, pairings, byes; the boards; the byes.
            client.get(path, headers={"HX-Request": "true", "HX-Target": "round-list"})
        with django_assert_num_queries(3):
            # The list is rendered once for each change of the event.
            client.get(path, headers={"HX-Request": "true", "HX-Target": "round-list"})

    def test_the_short_way_leads_to_the_current_round(self, section: Section, arbiter: User) -> None:
        path = reverse("current-round", args=[section.event_id, section.pk])
        assert Client().get(path).headers["Location"] == reverse(
            "rounds", args=[section.event_id, section.pk]
        )

        round_ = published(section, arbiter)
        paired(section, arbiter)

        assert Client().get(path).headers["Location"] == round_.get_absolute_url()


class TestFindingABoard:
    @pytest.fixture
    def player(self, section: Section) -> User:
        account = make_account("Paul")
        person = section.entries.get(starting_rank=2).person
        person.account = account
        person.save()
        return account

    def test_a_player_is_told_board_colour_and_opponent(
        self, section: Section, arbiter: User, player: User
    ) -> None:
        path = reverse("my-board", args=[section.event_id])
        assert "No round is published yet" in text_of(browser_of(player), path)

        published(section, arbiter)

        assert "Your board is 2. You have Brown against Player 04." in text_of(browser_of(player), path)

    def test_a_player_without_an_opponent_is_told_so(
        self, section: Section, arbiter: User, player: User
    ) -> None:
        Absence.objects.create(entry=section.entries.get(starting_rank=2), round_number=1, kind="half")
        published(section, arbiter)

        page = text_of(browser_of(player), reverse("my-board", args=[section.event_id]))

        assert "You have no opponent in this round: half-point bye." in page

    def test_who_does_not_play_is_told_so(self, section: Section) -> None:
        page = text_of(browser_of(make_account("Zoe")), reverse("my-board", args=[section.event_id]))

        assert "You do not play in this event." in page

    def test_visitors_pick_their_name(self, section: Section, arbiter: User) -> None:
        published(section, arbiter)
        find = reverse("find-board", args=[section.event_id])
        assert Client().get(reverse("my-board", args=[section.event_id])).headers["Location"] == find

        assert text_of(Client(), find).count("?entry=") == 5
        assert text_of(Client(), f"{find}?q=player+03").count("?entry=") == 1
        part = text_of(Client(), f"{find}?q=nobody", **{"HX-Request": "true", "HX-Target": "names"})
        assert "Nobody here is called “nobody”." in part
        entry = section.entries.get(starting_rank=3)
        assert "Player 03 sits at board 1 and has Brown against Player 01." in text_of(
            Client(), f"{find}?entry={entry.pk}"
        )

    @pytest.mark.parametrize("entry", ["0", "x", "-1", "99999999999999999999", "٣"])
    def test_nobody_of_that_number_is_not_found(self, section: Section, entry: str) -> None:
        path = reverse("find-board", args=[section.event_id])
        assert Client().get(path, {"entry": entry}).status_code == 404

    def test_the_game_of_a_match_that_comes_next_is_shown(self, arbiter: User) -> None:
        section = running_section(2, games_per_match=2)
        round_ = published(section, arbiter)
        Pairing.objects.filter(round=round_, leg=1).update(result="1-0", origin="arbiter")
        entry = section.entries.get(starting_rank=1)

        page = text_of(Client(), f"{reverse('find-board', args=[section.event_id])}?entry={entry.pk}")

        assert "Player 01 sits at board 1 and has Brown against Player 02. It is game 2 of the match." in page

    def test_the_poster_leads_there(self, section: Section) -> None:
        page = text_of(Client(), reverse("poster", args=[section.event_id]))

        assert f"http://testserver/events/{section.event_id}/find/" in page
        assert "<svg" in page


def test_the_projector_goes_on_to_the_next_round(section: Section, arbiter: User) -> None:
    path = reverse("projector", args=[section.event_id, section.pk])
    assert "appears here as soon as it is published" in text_of(Client(), path)

    published(section, arbiter)
    part = text_of(Client(), path, **{"HX-Request": "true", "HX-Target": "projector"})

    assert "<h1>Round 1" in part
    assert "<html" not in part
    assert "Opponent" in text_of(Client(), f"{path}?by=name")
