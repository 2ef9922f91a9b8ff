"""Holes that were mended: how to take each mend out again, and the steps by which attackers came in.

For the tests alone. The steps are those that the search found, made as short as it could.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from players.models import Role
from tests.security import mends
from tests.security.machine import (
    CONFIRMED_GAME_RULES,
    GAME_RULES,
    OFFICE_RULES,
    PEOPLE_RULES,
    RECORDER_RULES,
    Attackers,
    with_only,
)


@dataclass(frozen=True)
class Hole:
    """`take_out` removes the one guard that closes it; `walk` are the steps, from the beginning of an example."""

    key: str
    take_out: Callable[[pytest.MonkeyPatch], None]
    walk: Callable[[Attackers], None]
    # What the watch says about it.
    finding: str
    # The rule that leads through it; others may lead through the same mend.
    via: str
    # What the watch says whoever comes in, as a pattern: by it the search knows that it has found this hole.
    sign: str
    # Among these rules `find_holes.py` looks for it.
    among: tuple[str, ...] = PEOPLE_RULES

    def rules(self) -> type[Attackers]:
        """Without those that lead through other holes: some mends close several."""
        others = {hole.via for hole in HOLES} - {self.via}
        return with_only(*(set(self.among) - others))

    def is_found(self, violation: str, steps: Collection[str]) -> bool:
        """Whether these steps have led through this hole, and not through another one that the mend closed as well."""
        return self.via in steps and re.search(self.sign, violation) is not None


def _add_member(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.add_member(who="Xenia Xu", person="Paul Pohl", role="member")


def _enter_known_person(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.enter_known_person(who="Xenia Xu", person="Paul Pohl")


def _import_people(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.import_people(who="Xenia Xu", person="Paul Pohl", spelling="")


def _claim(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.claim_profile(who="Yuri Yak", person="Arno Alt")
    they.organiser_approves_claims()


def _wrong_invitation(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.organiser_invites_to_profile(person="Arno Alt", whom="Yuri Yak")
    they.follow_links(who="Yuri Yak")


def _merge_with_role(they: Attackers) -> None:
    they.trust_somebody(role=Role.MEMBER)
    they.administrator_merges(person="Arno Alt", whom="Zoe Zorn")


def _merge_with_year(they: Attackers) -> None:
    they.trust_somebody(role=Role.MEMBER)
    they.administrator_merges(person="Petra Puck", whom="Zoe Zorn")


def _organiser_becomes_owner(they: Attackers) -> None:
    they.trust_somebody(role=Role.ORGANISER)
    they.invite_to_profile(who="Zoe Zorn", person="Otto Ohm", whom="Yuri Yak")
    they.follow_links(who="Yuri Yak")


def _organiser_merges_owner(they: Attackers) -> None:
    they.trust_somebody(role=Role.ORGANISER)
    they.merge_into_own_profile(who="Zoe Zorn", merged="Otto Ohm")


def _invented_wins(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.send_invented_wins(
        who="Xenia Xu", first="Paul Pohl", second="Max Mohn", result="1-0", visibility="public"
    )


def _take_confirmed_game_back(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.send_true_game(who="Xenia Xu")
    they.players_confirm_true_game()
    they.take_sent_games_back(who="Xenia Xu", change="visibility")


def _use_draft(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.use_drafts_of_others(who="Xenia Xu", chance=Random(1))


def _record_board(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.record_board(who="Xenia Xu", board=6, chance=Random(1))


def _hold_event(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.hold_event(who="Xenia Xu", first="Paul Pohl", second="Max Mohn")


def _import_event(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.import_event(who="Xenia Xu", first="Paul Pohl", second="Max Mohn", rated=True)


def _send_event_file(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.send_event_file(who="Xenia Xu", club="rook", chance=Random(1))


def _discard_event_file(they: Attackers) -> None:
    they.trust_somebody(role=Role.ORGANISER)
    they.use_files_of_others(who="Zoe Zorn", club="lapwing", step="discard-event-file")


def _copy_decides(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.send_copy_of_board(who="Xenia Xu", result="0-1", visibility="public")
    they.player_sends_record(result="1-0")


def _copy_blocks(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.send_copy_of_board(who="Xenia Xu", result="0-1", visibility="private")
    they.player_sends_record(result="1-0")


def _overrule(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.arbiter_overrules(result="1-0")


def _silent_arbiter(they: Attackers) -> None:
    they.trust_somebody(role=Role.MEMBER)
    they.owner_makes_member_arbiter(whom="Zoe Zorn")


def _added_by_administrator(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.administrator_adds_member(person="Max Mohn")


def _silent_retry(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.administrator_tries_failed_job_again()


_ROLE: Final = r"is (arbiter|organiser|owner) of (Lapwing|Plover)\b"

HOLES: Final[tuple[Hole, ...]] = (
    Hole(
        "added without consent, by the API",
        mends.consent,
        _add_member,
        "owner towards Paul",
        "add_member",
        r"is owner towards",
    ),
    Hole(
        "added without consent, by hand",
        mends.consent,
        _enter_known_person,
        "owner towards Paul",
        "enter_known_person",
        r"is owner towards",
    ),
    Hole(
        "added without consent, by a table",
        mends.consent_in_tables,
        _import_people,
        "owner towards Paul",
        "import_people",
        r"is owner towards",
    ),
    Hole(
        "a claim brings a role",
        mends.roles_left_behind,
        _claim,
        "Yuri Yak is arbiter of Lapwing",
        "organiser_approves_claims",
        _ROLE,
    ),
    Hole(
        "an invitation to a profile brings a role",
        mends.roles_left_behind,
        _wrong_invitation,
        "Yuri Yak is arbiter of Lapwing",
        "organiser_invites_to_profile",
        _ROLE,
    ),
    Hole(
        "a merge raises a role",
        mends.roles_left_behind,
        _merge_with_role,
        "Zoe Zorn is arbiter of Lapwing",
        "administrator_merges",
        _ROLE,
    ),
    Hole(
        "a merge tells a year of birth",
        mends.private_values_left_behind,
        _merge_with_year,
        "Zoe Zorn sees in",
        "administrator_merges",
        r"sees in the profile .* when .* was born",
    ),
    Hole(
        "an organiser becomes owner by an invitation",
        mends.roles_left_behind,
        _organiser_becomes_owner,
        "Yuri Yak is owner of Lapwing",
        "invite_to_profile",
        r"is owner of Lapwing",
    ),
    Hole(
        "an organiser becomes owner by a merge",
        mends.roles_left_behind,
        _organiser_merges_owner,
        "Zoe Zorn is owner of Lapwing",
        "merge_into_own_profile",
        r"is owner of Lapwing",
    ),
    Hole(
        "six invented wins are rated",
        mends.confirmation_by_both,
        _invented_wins,
        "in the list",
        "send_invented_wins",
        r" in the list ",
        GAME_RULES,
    ),
    Hole(
        "an unrecognised club feeds a list, by an event",
        mends.recognition_of_clubs,
        _hold_event,
        "in the list",
        "hold_event",
        r" in the list ",
        GAME_RULES,
    ),
    Hole(
        "an unrecognised club feeds a list, by a file",
        mends.recognition_of_clubs,
        _import_event,
        "in the list",
        "import_event",
        r" in the list ",
        GAME_RULES,
    ),
    Hole(
        "an unrecognised club feeds a list, by an event file",
        mends.recognition_of_clubs,
        _send_event_file,
        "in the list",
        "send_event_file",
        r" in the list ",
        GAME_RULES,
    ),
    Hole(
        "an event file of somebody else is imported or discarded",
        mends.own_event_files,
        _discard_event_file,
        "EventFile",
        "use_files_of_others",
        r"(?m)^EventFile \d+ was",
        GAME_RULES,
    ),
    Hole(
        "a stranger's copy decides a board",
        mends.own_record_of_board,
        _copy_decides,
        "it has “0-1”",
        "send_copy_of_board",
        r"Mia sent .* for her board, and it has “[01]-[01]”",
        GAME_RULES,
    ),
    Hole(
        "a stranger's copy blocks a board",
        mends.own_record_of_board,
        _copy_blocks,
        "Mia sent 1-0",
        "send_copy_of_board",
        r"Mia sent .* for her board",
        GAME_RULES,
    ),
    Hole(
        "overruling changes nothing",
        mends.overruling_followed,
        _overrule,
        "The arbiter has said 1-0",
        "arbiter_overrules",
        r"The arbiter has said",
        GAME_RULES,
    ),
    Hole(
        "a new arbiter is not logged",
        mends.sight_in_log,
        _silent_arbiter,
        "its log does not say so",
        "owner_makes_member_arbiter",
        r"its log does not say so",
        OFFICE_RULES,
    ),
    Hole(
        "the administration adds members",
        mends.no_members_by_administration,
        _added_by_administrator,
        "owner towards Max",
        "administrator_adds_member",
        r"is owner towards",
        OFFICE_RULES,
    ),
    Hole(
        "the administration retries silently",
        mends.retries_in_history,
        _silent_retry,
        "the history does not",
        "administrator_tries_failed_job_again",
        r"the history does not",
        OFFICE_RULES,
    ),
    Hole(
        "whoever sent a confirmed game takes it back",
        mends.confirmed_games_stay,
        _take_confirmed_game_back,
        "in the list",
        "take_sent_games_back",
        r" in the list ",
        CONFIRMED_GAME_RULES,
    ),
    Hole(
        "a draft of somebody else is read",
        mends.own_drafts,
        _use_draft,
        "a draft of Mia Maus",
        "use_drafts_of_others",
        r"tells .* (a draft of Mia Maus|the draft of a scribe|hidden pieces)",
        RECORDER_RULES,
    ),
    Hole(
        "a stranger records the board of others",
        mends.own_boards,
        _record_board,
        "draft of Mia Maus",
        "record_board",
        r"(?m)tells .* a draft of Mia Maus|^Pairing \d+ was",
        RECORDER_RULES,
    ),
)
