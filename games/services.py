"""What changes the archive, under one roof: submitting, linking players, deciding about verdicts."""

from games.adjudicating.orders import order_adjudication, order_what_is_due
from games.adjudicating.services import confirm, overrule
from games.linking.services import link_players
from games.showing.services import change_visibility
from games.submitting.services import resubmit, submit, submit_text

__all__ = [
    "change_visibility",
    "confirm",
    "link_players",
    "order_adjudication",
    "order_what_is_due",
    "overrule",
    "resubmit",
    "submit",
    "submit_text",
]
