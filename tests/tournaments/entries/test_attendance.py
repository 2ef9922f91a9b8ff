"""Withdrawal, return, announced absences, check-in, pairs kept apart."""

from datetime import UTC, date, datetime

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from audit.selectors import history_of
from core.errors import Conflict, Refused
from players.models import User
from tests.tournaments.builders import make_round
from tests.tournaments.entries.players import MakePlayer, person_of
from tournaments.entries.services.attendance import (
    announce_absence,
    announce_own_absence,
    cancel_absence,
    check_in,
    check_in_by_code,
    mark_missing_as_absent,
    undo_check_in,
)
from tournaments.entries.services.kept_apart import allow_meeting, keep_apart
from tournaments.entries.services.places import reinstate_entry, withdraw_entry
from tournaments.entries.services.registration import enter_person, sign_up
from tournaments.models import (
    Absence,
    AbsenceKind,
    Entry,
    EntryState,
    Event,
    EventState,
    KeptApart,
    PairingSystem,
    RoundState,
    Section,
)
from tournaments.pairing import Outcome
from tournaments.rounds.selectors.pairing_input import absent_players
from tournaments.tournament_data import load_section_data


def rank(section: Section, number: int) -> Entry:
    return section.entries.get(starting_rank=number)


def playing(section: Section, number: int) -> list[int]:
    """The ranks of those who would be paired in a round."""
    data = load_section_data(section)
    return [rank for rank in data.entries if rank not in absent_players(number, data)]


class TestWithdrawal:
    def test_during_the_event_the_published_rounds_count(self, running: Section, organiser: User) -> None:
        make_round(running, 1, [(1, 3, "1-0"), (2, 4, "")])
        make_round(running, 2, [(1, 2, ""), (3, 4, "")], state=RoundState.PAIRED)

        entry = withdraw_entry(actor=organiser, entry=rank(running, 3), reason="Ill")

        assert (entry.state, entry.withdrawn_after, entry.starting_rank) == ("withdrawn", 1, 3)
        assert playing(running, 2) == [1, 2, 4]
        line = history_of(running.event)[0]
        assert (str(line), line.reason) == ("Olga Organiser withdrew a player from Spring Open", "Ill")

    def test_what_was_announced_for_later_brings_nothing_any_more(
        self, running: Section, organiser: User
    ) -> None:
        entry = rank(running, 3)
        for number in (1, 3):
            announce_absence(actor=organiser, entry=entry, round_number=number, kind=AbsenceKind.HALF_POINT)
        make_round(running, 1, [(1, 2, "")])

        withdraw_entry(actor=organiser, entry=entry)

        assert list(entry.absences.values_list("round_number", flat=True)) == [1]
        assert absent_players(3, load_section_data(running)) == {3: Outcome.ABSENT}

    def test_before_the_first_round_no_round_counts(self, running: Section, organiser: User) -> None:
        assert withdraw_entry(actor=organiser, entry=rank(running, 3)).withdrawn_after == 0

    def test_who_is_withdrawn_by_somebody_else_is_told(
        self, section: Section, agnes: User, organiser: User
    ) -> None:
        entry = enter_person(actor=organiser, section=section, person=person_of(agnes))
        mail.outbox.clear()

        withdraw_entry(actor=organiser, entry=entry)

        assert [sent.subject for sent in mail.outbox] == ["You are withdrawn from Spring Open"]

    def test_nobody_withdraws_twice(self, running: Section, organiser: User) -> None:
        entry = withdraw_entry(actor=organiser, entry=rank(running, 3))

        with pytest.raises(Refused, match=r"Player 03 has already withdrawn\."):
            withdraw_entry(actor=organiser, entry=entry)

    def test_a_stale_page_is_shown_what_happened(self, running: Section, organiser: User) -> None:
        withdraw_entry(actor=organiser, entry=rank(running, 3), seen=1)

        with pytest.raises(Conflict, match="Player 03, withdrawn, rating 2070"):
            withdraw_entry(actor=organiser, entry=rank(running, 3), seen=1)

    def test_after_the_end_nobody_withdraws(self, running: Section, organiser: User) -> None:
        Event.objects.update(state=EventState.FINISHED)

        with pytest.raises(Refused, match="The event is finished"):
            withdraw_entry(actor=organiser, entry=rank(running, 3))


class TestReturn:
    def test_the_rounds_in_between_are_absences(self, running: Section, organiser: User) -> None:
        make_round(running, 1, [(1, 3, "1-0"), (2, 4, "")])
        withdraw_entry(actor=organiser, entry=rank(running, 3))
        make_round(running, 2, [(1, 2, "")])
        make_round(running, 3, [(1, 4, "")], state=RoundState.ORDERED)

        entry = reinstate_entry(actor=organiser, entry=rank(running, 3))

        assert (entry.state, entry.withdrawn_after) == ("confirmed", None)
        assert list(entry.absences.values_list("round_number", "kind")) == [(2, "absent"), (3, "absent")]
        assert playing(running, 4) == [1, 2, 3, 4]

    def test_before_the_start_it_is_a_new_entry(self, section: Section, player: MakePlayer) -> None:
        Section.objects.filter(pk=section.pk).update(entry_limit=1)
        ann, bea = (sign_up(actor=player(name), section=section) for name in ("Ann", "Bea"))
        withdraw_entry(actor=None, entry=ann)

        assert reinstate_entry(actor=None, entry=ann).state == EntryState.WAITING
        assert Entry.objects.get(pk=bea.pk).state == EntryState.CONFIRMED

    def test_who_withdrew_after_a_start_that_was_taken_back_can_sign_up_anew(
        self, section: Section, agnes: User
    ) -> None:
        entry = sign_up(actor=agnes, section=section)
        withdraw_entry(actor=agnes, entry=entry)
        Entry.objects.update(withdrawn_after=0)

        assert sign_up(actor=agnes, section=section).withdrawn_after is None

    def test_nobody_returns_to_a_knockout_round_that_was_paired_without_them(
        self, running: Section, organiser: User
    ) -> None:
        Section.objects.filter(pk=running.pk).update(system=PairingSystem.KNOCKOUT)
        entry = withdraw_entry(actor=organiser, entry=rank(running, 3))
        assert reinstate_entry(actor=organiser, entry=entry).state == EntryState.CONFIRMED
        withdraw_entry(actor=organiser, entry=entry)
        make_round(running, 1, [(1, 2, "")])

        with pytest.raises(Refused, match="Nobody can return to a knockout"):
            reinstate_entry(actor=organiser, entry=entry)

    def test_after_the_last_pairing_nobody_returns(self, running: Section, organiser: User) -> None:
        Section.objects.filter(pk=running.pk).update(planned_rounds=1)
        entry = withdraw_entry(actor=organiser, entry=rank(running, 3))
        make_round(running, 1, [(1, 2, "")])

        with pytest.raises(Refused, match="All rounds are paired"):
            reinstate_entry(actor=organiser, entry=entry)

    def test_who_has_not_withdrawn_cannot_return(self, running: Section, organiser: User) -> None:
        with pytest.raises(Refused, match=r"Player 03 has not withdrawn\."):
            reinstate_entry(actor=organiser, entry=rank(running, 3))


class TestAbsence:
    def test_an_arbiter_says_what_it_brings(self, running: Section, organiser: User) -> None:
        entry = rank(running, 2)
        announce_absence(actor=organiser, entry=entry, round_number=2, kind=AbsenceKind.ZERO_POINT, seen=1)
        announce_absence(actor=organiser, entry=entry, round_number=2, kind=AbsenceKind.HALF_POINT, seen=2)

        assert absent_players(2, load_section_data(running)) == {2: Outcome.HALF_POINT_BYE}
        assert playing(running, 1) == [1, 2, 3, 4]
        assert history_of(running.event)[0].before["absence"] == "zero"

    @pytest.mark.parametrize("rule", ["zero", "half"])
    def test_a_player_gets_what_the_rules_say(self, section: Section, agnes: User, rule: str) -> None:
        Event.objects.update(player_absences=rule)
        entry = sign_up(actor=agnes, section=section)

        assert announce_own_absence(actor=agnes, entry=entry, round_number=1).kind == rule
        with pytest.raises(Refused, match=r"Your absence from round 1 is already noted\."):
            announce_own_absence(actor=agnes, entry=entry, round_number=1)

    def test_players_may_have_to_ask(self, section: Section, agnes: User) -> None:
        Event.objects.update(player_absences="")
        entry = sign_up(actor=agnes, section=section)

        with pytest.raises(Refused, match="Please tell the arbiters"):
            announce_own_absence(actor=agnes, entry=entry, round_number=1)

    def test_it_can_be_taken_back_until_the_round_is_paired(self, running: Section, organiser: User) -> None:
        entry = rank(running, 2)
        for number in (1, 2):
            announce_absence(actor=organiser, entry=entry, round_number=number, kind=AbsenceKind.ABSENT)
        make_round(running, 1, [(1, 3, "")], state=RoundState.ORDERED)

        cancel_absence(actor=organiser, entry=entry, round_number=2)

        assert list(entry.absences.values_list("round_number", flat=True)) == [1]
        with pytest.raises(Refused, match="Round 1 is paired, or just being paired"):
            cancel_absence(actor=organiser, entry=entry, round_number=1)
        with pytest.raises(Refused, match=r"No absence from round 2 is noted\."):
            cancel_absence(actor=organiser, entry=entry, round_number=2)

    @pytest.mark.parametrize(("number", "sentence"), [(1, "Round 1 is paired"), (6, "There is no round 6")])
    def test_only_rounds_to_come_can_be_missed(
        self, running: Section, organiser: User, number: int, sentence: str
    ) -> None:
        make_round(running, 1, [(1, 3, "")])

        with pytest.raises(Refused, match=sentence):
            announce_absence(
                actor=organiser, entry=rank(running, 2), round_number=number, kind=AbsenceKind.ABSENT
            )

    def test_nobody_misses_a_round_of_a_knockout(self, running: Section, organiser: User) -> None:
        Section.objects.filter(pk=running.pk).update(system=PairingSystem.KNOCKOUT)

        with pytest.raises(Refused, match="Please withdraw instead"):
            announce_absence(actor=organiser, entry=rank(running, 2), round_number=1, kind=AbsenceKind.ABSENT)


class TestCheckIn:
    def test_a_second_time_changes_nothing(self, running: Section, organiser: User) -> None:
        entry = check_in(actor=organiser, entry=rank(running, 1))
        again = check_in(actor=None, entry=rank(running, 1))

        assert entry.checked_in_at == again.checked_in_at is not None
        assert (again.version, history_of(running.event).count()) == (2, 1)

    def test_it_can_be_undone(self, running: Section, organiser: User) -> None:
        check_in(actor=organiser, entry=rank(running, 1))

        assert undo_check_in(actor=organiser, entry=rank(running, 1)).checked_in_at is None
        assert undo_check_in(actor=organiser, entry=rank(running, 1)).version == 3

    def test_who_waits_cannot_check_in(self, running: Section, organiser: User) -> None:
        running.entries.update(state=EntryState.WAITING)

        with pytest.raises(Refused, match=r"Player 01 cannot check in\. The entry is: on the waiting list\."):
            check_in(actor=organiser, entry=rank(running, 1))

    @pytest.mark.parametrize(
        ("now", "sentence"),
        [
            ("2026-05-01 21:59", "from 2 May 2026"),
            ("2026-05-01 22:01", ""),
            ("2026-05-02 21:59", ""),
            ("2026-05-02 22:01", "This event is over"),
        ],
    )
    def test_with_the_code_on_the_days_of_the_event_in_its_time_zone(
        self, running: Section, monkeypatch: pytest.MonkeyPatch, now: str, sentence: str
    ) -> None:
        Event.objects.update(starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 2), time_zone="Europe/Berlin")
        entry = rank(running, 1)
        monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(now).replace(tzinfo=UTC))

        if sentence:
            with pytest.raises(Refused, match=sentence):
                check_in_by_code(entry=entry)
        else:
            assert check_in_by_code(entry=entry).checked_in_at == timezone.now()

    def test_who_is_not_there_misses_round_one(self, running: Section, organiser: User) -> None:
        check_in(actor=organiser, entry=rank(running, 1))
        announce_absence(actor=organiser, entry=rank(running, 2), round_number=1, kind=AbsenceKind.HALF_POINT)
        withdraw_entry(actor=organiser, entry=rank(running, 4))

        assert mark_missing_as_absent(actor=organiser, section=running) == 1
        assert mark_missing_as_absent(actor=organiser, section=running) == 0

        assert playing(running, 1) == [1]
        assert dict(Absence.objects.values_list("entry__starting_rank", "kind")) == {2: "half", 3: "absent"}

    def test_who_comes_before_the_pairing_plays_after_all(self, running: Section, organiser: User) -> None:
        announce_absence(actor=organiser, entry=rank(running, 2), round_number=1, kind=AbsenceKind.HALF_POINT)
        mark_missing_as_absent(actor=organiser, section=running)

        for number in (2, 3):
            check_in(actor=organiser, entry=rank(running, number))

        # What was announced stays: only the mark goes.
        assert playing(running, 1) == [3]

    def test_after_the_pairing_it_is_too_late_to_mark(self, running: Section, organiser: User) -> None:
        make_round(running, 1, [(1, 2, "")], state=RoundState.PAIRED)

        with pytest.raises(Refused, match="Round 1 is paired"):
            mark_missing_as_absent(actor=organiser, section=running)


class TestKeptApart:
    def test_two_players_are_kept_apart_and_may_meet_again(self, running: Section, organiser: User) -> None:
        one, other = rank(running, 3), rank(running, 1)

        keep_apart(actor=organiser, section=running, one=one, other=other)
        pair = keep_apart(actor=organiser, section=running, one=other, other=one, strictly=False)

        assert (KeptApart.objects.get(), pair.one, pair.other, pair.strictly) == (pair, other, one, False)
        allow_meeting(actor=organiser, pair=pair)
        with pytest.raises(Refused, match="They are not kept apart"):
            allow_meeting(actor=organiser, pair=KeptApart(pk=1_000_000, section=running))

    def test_it_takes_two_of_the_section(self, running: Section, section: Section, organiser: User) -> None:
        one = rank(running, 1)
        with pytest.raises(Refused, match="Please choose two players"):
            keep_apart(actor=organiser, section=running, one=one, other=one)
        with pytest.raises(Refused, match="Both have to play in the section"):
            keep_apart(actor=organiser, section=section, one=one, other=rank(running, 2))

    def test_the_database_keeps_pairs_in_order(self, running: Section) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            KeptApart.objects.create(section=running, one=rank(running, 2), other=rank(running, 1))
