"""What events do when roles are given in clubs: they log who may see hidden pieces from then on."""

from typing import Any

from games.policies import SEE_HIDDEN
from players.models import Membership, Role, User
from players.seats import SEAT_OF_ROLE
from tournaments import audit_actions
from tournaments.events.selectors import events_judged_by_club
from tournaments.history import record_action


def log_new_judge(
    sender: object, *, membership: Membership, role: Role, actor: User | None, **kwargs: Any
) -> None:
    """Whichever way the role came: by hand, an invitation, an offer, or the hand-over of a club."""
    if membership.person.account_id is None or not SEE_HIDDEN.granted_to({SEAT_OF_ROLE[role]}):
        return
    for event in events_judged_by_club(membership.club):
        record_action(
            actor=actor,
            action=audit_actions.CLUB_ARBITER_ADDED,
            event=event,
            after={"arbiter": membership.person_id},
        )
