"""Holes that were mended: how to take each mend out again, and the steps by which attackers came in.

For the tests alone. The steps are those that the search found, made as short as it could.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest

from players.models import Role
from tests.security import mends
from tests.security.machine import GAME_RULES, OFFICE_RULES, PEOPLE_RULES, Attackers, with_only


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
    # Among these rules `find_holes.py` looks for it.
    among: tuple[str, ...] = PEOPLE_RULES

    def rules(self) -> type[Attackers]:
        """Without those that lead through other holes: some mends close several."""
        others = {hole.via for hole in HOLES} - {self.via}
        return with_only(*(set(self.among) - others))


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
    they.merge_people(who="Zoe Zorn", kept="Zoe Zorn", merged="Otto Ohm")


def _invented_wins(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.send_invented_wins(
        who="Xenia Xu", first="Paul Pohl", second="Max Mohn", result="1-0", visibility="public"
    )


def _hold_event(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.hold_event(who="Xenia Xu", first="Paul Pohl", second="Max Mohn")


def _import_event(they: Attackers) -> None:
    they.trust_somebody(role="")
    they.import_event(who="Xenia Xu", first="Paul Pohl", second="Max Mohn", rated=True)


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


HOLES: Final[tuple[Hole, ...]] = (
    Hole(
        "added without consent, by the API",
        mends.consent,
        _add_member,
        "owner towards Paul",
        "add_member",
    ),
    Hole(
        "added without consent, by hand",
        mends.consent,
        _enter_known_person,
        "owner towards Paul",
        "enter_known_person",
    ),
    Hole(
        "added without consent, by a table",
        mends.consent_in_tables,
        _import_people,
        "owner towards Paul",
        "import_people",
    ),
    Hole(
        "a claim brings a role",
        mends.roles_left_behind,
        _claim,
        "Yuri Yak is arbiter of Lapwing",
        "organiser_approves_claims",
    ),
    Hole(
        "an invitation to a profile brings a role",
        mends.roles_left_behind,
        _wrong_invitation,
        "Yuri Yak is arbiter of Lapwing",
        "organiser_invites_to_profile",
    ),
    Hole(
        "a merge raises a role",
        mends.roles_left_behind,
        _merge_with_role,
        "Zoe Zorn is arbiter of Lapwing",
        "administrator_merges",
    ),
    Hole(
        "a merge tells a year of birth",
        mends.private_values_left_behind,
        _merge_with_year,
        "Zoe Zorn sees in",
        "administrator_merges",
    ),
    Hole(
        "an organiser becomes owner by an invitation",
        mends.roles_left_behind,
        _organiser_becomes_owner,
        "Yuri Yak is owner of Lapwing",
        "invite_to_profile",
    ),
    Hole(
        "an organiser becomes owner by a merge",
        mends.roles_left_behind,
        _organiser_merges_owner,
        "Zoe Zorn is owner of Lapwing",
        "merge_people",
    ),
    Hole(
        "six invented wins are rated",
        mends.confirmation_by_both,
        _invented_wins,
        "in the list",
        "send_invented_wins",
        GAME_RULES,
    ),
    Hole(
        "an unrecognised club feeds a list, by an event",
        mends.recognition_of_clubs,
        _hold_event,
        "in the list",
        "hold_event",
        GAME_RULES,
    ),
    Hole(
        "an unrecognised club feeds a list, by a file",
        mends.recognition_of_clubs,
        _import_event,
        "in the list",
        "import_event",
        GAME_RULES,
    ),
    Hole(
        "a stranger's copy decides a board",
        mends.own_record_of_board,
        _copy_decides,
        "it has “0-1”",
        "send_copy_of_board",
        GAME_RULES,
    ),
    Hole(
        "a stranger's copy blocks a board",
        mends.own_record_of_board,
        _copy_blocks,
        "Mia sent 1-0",
        "send_copy_of_board",
        GAME_RULES,
    ),
    Hole(
        "overruling changes nothing",
        mends.overruling_followed,
        _overrule,
        "The arbiter has said 1-0",
        "arbiter_overrules",
        GAME_RULES,
    ),
    Hole(
        "a new arbiter is not logged",
        mends.sight_in_log,
        _silent_arbiter,
        "its log does not say so",
        "owner_makes_member_arbiter",
        OFFICE_RULES,
    ),
    Hole(
        "the administration adds members",
        mends.no_members_by_administration,
        _added_by_administrator,
        "owner towards Max",
        "administrator_adds_member",
        OFFICE_RULES,
    ),
    Hole(
        "the administration retries silently",
        mends.retries_in_history,
        _silent_retry,
        "the history does not",
        "administrator_tries_failed_job_again",
        OFFICE_RULES,
    ),
)
