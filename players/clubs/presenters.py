"""The header and tabs of a club's pages, and the panels of its main page."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from audit.policies import visible_lines
from audit.presenters.lines import LINES_ON_OBJECT_PAGE, present_lines
from audit.selectors import history_of_club
from core.permissions.actors import Actor
from core.permissions.register import Permission
from core.registry import Registry
from core.web.panels import Panel, PanelSource
from core.web.pending import PendingItem
from players.clubs import policies
from players.clubs.policies import may_see_history_of_club
from players.clubs.selectors.clubs import (
    MAX_MEMBERS_ON_CLUB_PAGE,
    WaitingCounts,
    clubs_of_account,
    count_waiting,
    listed_members_of,
    members_matching,
    members_of,
    membership_of_account,
    open_requests_of_account,
)
from players.clubs.selectors.offers import offers_to_answer
from players.models import Club, JoinRequest, Membership, User
from players.people.policies import DECIDE_CLAIM
from players.seats import seats_in_club

# Each app contributes its own.
CLUB_PAGE: Final = Registry[PanelSource[Club]]("panels of a club's page")


@dataclass(frozen=True)
class ClubHeader:
    """A club as somebody sees it. Everything is looked up once, and only if a page shows it."""

    club: Club
    viewer: Actor

    @cached_property
    def membership(self) -> Membership | None:
        return membership_of_account(self.viewer, self.club) if isinstance(self.viewer, User) else None

    @cached_property
    def request(self) -> JoinRequest | None:
        """The viewer's own request to join that nobody has answered."""
        if not isinstance(self.viewer, User) or self.membership:
            return None
        return open_requests_of_account(self.viewer).filter(club=self.club).first()

    @property
    def open_requests(self) -> int:
        return self._waiting.requests if self.may_answer_requests else 0

    @property
    def waiting_claims(self) -> int:
        """Of people who say that they are one of the members."""
        return self._waiting.claims if self._may(DECIDE_CLAIM) else 0

    @property
    def waiting_offers(self) -> int:
        """Of other clubs, to members without an account."""
        return self._waiting.offers if self._may(policies.ANSWER_OFFER_FOR_OTHERS) else 0

    @cached_property
    def _waiting(self) -> WaitingCounts:
        return count_waiting(self.club)

    @property
    def may_see_all_members(self) -> bool:
        return self._may(policies.SEE_ALL_MEMBERS)

    @property
    def may_edit(self) -> bool:
        return self._may(policies.EDIT_CLUB)

    @property
    def may_recognise(self) -> bool:
        return policies.may_recognise_clubs(self.viewer)

    @property
    def may_close(self) -> bool:
        return self._may(policies.CLOSE_CLUB)

    @property
    def may_add_members(self) -> bool:
        return self._may(policies.ADD_MEMBERS)

    @property
    def may_answer_requests(self) -> bool:
        return self._may(policies.ANSWER_REQUESTS)

    @property
    def may_see_invitations(self) -> bool:
        return self._may(policies.SEE_INVITATIONS)

    @property
    def may_see_history(self) -> bool:
        return self._may(policies.SEE_HISTORY_OF_CLUB)

    @property
    def welcomes_requests(self) -> bool:
        return self.club.welcomes_requests and self.club.closed_at is None

    @cached_property
    def _seats(self) -> frozenset[Any]:
        return seats_in_club(self.viewer, self.club)

    def _may(self, permission: Permission) -> bool:
        return permission.granted_to(self._seats)


def members_panel(request: HttpRequest, club: Club) -> Panel:
    """Those with a task first. Who belongs to the club sees all, others those who agreed to be listed."""
    header = ClubHeader(club, request.user)
    everybody = members_of(club) if header.may_see_all_members else listed_members_of(club)
    shown = members_matching(everybody, order="role")[:MAX_MEMBERS_ON_CLUB_PAGE]
    number = everybody.count()
    return Panel(
        _("Members"),
        "clubs/parts/members.html",
        {"members": shown, "number": number},
        more_url=reverse("club-members", args=[club.slug]) if number > MAX_MEMBERS_ON_CLUB_PAGE else "",
        more_label=_("All %(number)d members") % {"number": number},
    )


def club_history_panel(request: HttpRequest, club: Club) -> Panel | None:
    """What concerned the club, not only its settings."""
    if not may_see_history_of_club(request.user, club):
        return None
    entries = visible_lines(request.user, history_of_club(club.pk))
    lines = present_lines(entries[:LINES_ON_OBJECT_PAGE], reader=request.user)
    return Panel(
        _("History"),
        "audit/parts/latest.html",
        {"lines": lines},
        more_url=reverse("club-history", args=[club.slug]),
        more_label=_("Full history"),
    )


def pending_members(account: User) -> Iterator[PendingItem]:
    """Requests to join one's clubs, and clubs that would like to have somebody. Two queries."""
    membership: Any  # with what the selector counts
    for membership in clubs_of_account(account):
        number = membership.open_requests
        if number and policies.ANSWER_REQUESTS.granted_to(seats_in_club(account, membership.club)):
            text = ngettext(
                "%(club)s: %(number)d request to join", "%(club)s: %(number)d requests to join", number
            )
            yield PendingItem(
                text % {"club": membership.club.name, "number": number},
                reverse("club-requests", args=[membership.club.slug]),
            )
    if number := offers_to_answer(account).count():
        text = ngettext("%(number)d question of a club", "%(number)d questions of clubs", number)
        yield PendingItem(text % {"number": number}, reverse("membership-offers"))
