"""The arbiter's pages of a draft: what it shows, how it is changed, and who sees it."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account
from tests.tournaments.rounds.builders import (
    board_ranks,
    browser_of,
    enter_results,
    get_text,
    pair_round,
    publish_next_round,
    round_url,
)
from tournaments.models import Absence, RoundState, Section

pytestmark = pytest.mark.django_db


class TestADraft:
    def test_is_not_there_for_others(self, section: Section, arbiter: User) -> None:
        draft = pair_round(section, arbiter)
        visitor = Client()

        assert visitor.get(draft.get_absolute_url()).status_code == 404
        assert visitor.get(round_url("round-draft", draft)).status_code == 302
        assert browser_of(make_account("Zoe")).get(round_url("round-draft", draft)).status_code == 404
        for name in ("rounds", "projector"):
            assert "Player 01" not in get_text(visitor, reverse(name, args=[section.event_id, section.pk]))
        entry = section.entries.get(starting_rank=1)
        found = get_text(visitor, f"{reverse('find-board', args=[section.event_id])}?entry={entry.pk}")
        assert f'id="seat-{entry.pk}"' in found
        assert "seat__board" not in found

    def test_shows_points_floats_and_colours(self, section: Section, arbiter: User, desk: Client) -> None:
        enter_results(publish_next_round(section, arbiter), "1-0", "0-1")
        draft = pair_round(section, arbiter)
        assert board_ranks(draft) == [(5, 1), (2, 3)]

        page = get_text(desk, round_url("round-draft", draft))

        assert "Draft of round 2" in page
        assert "downfloat" in page
        assert "upfloat" in page
        assert "Colours so far:</span> W<" in page
        assert "Player 04" in page

    def test_is_explained_on_a_click(self, section: Section, arbiter: User, desk: Client) -> None:
        draft = pair_round(section, arbiter)

        part = get_text(desk, round_url("why-board", draft, 1), **{"HX-Request": "true"})

        assert "They meet as in the bracket&#x27;s first candidate (article 3.3.1)." in part
        assert "Player 01 (1) has White" in part
        assert "<html" not in part
        assert "Why board 1 of round 1?" in get_text(desk, round_url("why-board", draft, 1))
        assert "pairing-allocated bye" in get_text(desk, round_url("why-bye", draft))
        assert desk.get(round_url("why-board", draft, 9)).status_code == 404

    def test_changed_boards_are_explained_as_such(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = pair_round(section, arbiter)
        desk.post(
            round_url("change-draft", draft),
            {"version": draft.version, "kind": "swap_players", "one": 1, "other": 2, "save": 1},
        )

        assert "The arbiter changed this board." in get_text(desk, round_url("why-board", draft, 1))

    def test_a_change_is_shown_with_what_it_breaks_before_it_is_saved(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = pair_round(section, arbiter)
        change = {"version": draft.version, "kind": "swap_colours", "board": 1}

        shown = desk.post(round_url("change-draft", draft), change).content.decode()

        assert "Player 03 and Player 01 the colours" in shown
        assert board_ranks(draft)[0] == (1, 3)
        desk.post(round_url("change-draft", draft), change | {"save": 1})
        assert board_ranks(draft)[0] == (3, 1)

    @pytest.mark.parametrize(
        "change",
        [
            {},
            {"kind": "swap_players"},
            {"kind": "swap_players", "one": "x", "other": "2"},
            {"kind": "swap_players", "one": 1, "other": 99},
            {"kind": "take_out", "player": 1, "outcome": "nonsense"},
            {"kind": "rewrite", "text": "\0"},
            {"kind": "rewrite", "text": "1" * 30_000},
            {"kind": "nonsense", "one": 1},
            {"kind": "swap_colours", "board": "99999999999999999999"},
        ],
    )
    def test_nonsense_is_refused_and_changes_nothing(
        self, section: Section, arbiter: User, desk: Client, change: dict[str, object]
    ) -> None:
        draft = pair_round(section, arbiter)

        response = desk.post(
            round_url("change-draft", draft), {"version": draft.version} | change, follow=True
        )

        assert response.status_code == 200
        assert "notice--error" in response.content.decode()
        assert board_ranks(draft) == [(1, 3), (4, 2)]

    def test_the_second_arbiter_sees_what_the_first_did(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = pair_round(section, arbiter)
        change = {"version": draft.version, "kind": "swap_colours", "board": 1, "save": 1}
        desk.post(round_url("change-draft", draft), change)

        page = desk.post(round_url("change-draft", draft), change, follow=True).content.decode()

        assert "Anna changed this. It is now: paired differently." in page
        assert board_ranks(draft)[0] == (3, 1)

    def test_is_paired_again_around_boards_that_are_kept(
        self, section: Section, arbiter: User, desk: Client
    ) -> None:
        draft = pair_round(section, arbiter)
        Absence.objects.create(entry=section.entries.get(starting_rank=2), round_number=1)

        desk.post(round_url("pair-again", draft), {"version": draft.version, "keep": ["1"]})
        run_jobs()

        assert board_ranks(draft) == [(1, 3), (4, 5)]

    @pytest.mark.parametrize("data", [{}, {"version": "x"}, {"version": 1, "keep": "99"}])
    def test_bad_boards_to_keep_are_refused(
        self, section: Section, arbiter: User, desk: Client, data: dict[str, object]
    ) -> None:
        draft = pair_round(section, arbiter)

        assert desk.post(round_url("pair-again", draft), data).status_code == 302
        draft.refresh_from_db()
        assert draft.state == RoundState.PAIRED
