"""Attackers and honest people, in any order."""

from typing import Final

from hypothesis.stateful import RULE_MARKER

from tests.security.attacks import AnyAttacks, EventAttacks, GameAttacks, PeopleAttacks
from tests.security.file_attacks import FileAttacks
from tests.security.honest import HonestSteps
from tests.security.recorder_attacks import RecorderAttacks
from tests.security.stage import Stage


class Attackers(
    PeopleAttacks, GameAttacks, EventAttacks, FileAttacks, RecorderAttacks, AnyAttacks, HonestSteps
):
    """Each step ends with a look at seats, roles, hidden pieces, private values, and the rows of others."""


def with_only(*names: str) -> type[Attackers]:
    """The same with these rules alone: what one looks for among few is found sooner."""
    rules = {name for name, value in vars_of(Attackers).items() if hasattr(value, RULE_MARKER)}
    assert set(names) <= rules
    return type("Attackers", (Attackers,), dict.fromkeys(rules - set(names)))


def vars_of(machine: type[Stage]) -> dict[str, object]:
    return {name: value for part in reversed(machine.__mro__) for name, value in vars(part).items()}


PEOPLE_RULES: Final = (
    "add_member",
    "enter_known_person",
    "import_people",
    "invite_to_profile",
    "follow_links",
    "claim_profile",
    "merge_people",
    "merge_into_own_profile",
    "make_profile",
    "take_made_profile",
    "ask_to_join",
    "organiser_accepts_requests",
    "organiser_approves_claims",
    "organiser_invites_to_profile",
    "administrator_merges",
)
GAME_RULES: Final = (
    "send_invented_wins",
    "send_copy_of_board",
    "send_record_for_board",
    "answer_games",
    "hold_event",
    "import_event",
    "send_event_file",
    "use_files_of_others",
    "player_sends_record",
    "arbiter_overrules",
)
CONFIRMED_GAME_RULES: Final = (
    "send_true_game",
    "answer_games",
    "take_sent_games_back",
    "players_confirm_true_game",
)
RECORDER_RULES: Final = (
    "record_board",
    "record_free_game",
    "use_drafts_of_others",
    "send_odd_steps",
    "send_copy_of_board",
    "ask_to_join",
    "organiser_accepts_requests",
)
OFFICE_RULES: Final = (
    "ask_to_join",
    "organiser_accepts_requests",
    "owner_makes_member_arbiter",
    "administrator_adds_member",
    "administrator_tries_failed_job_again",
)
