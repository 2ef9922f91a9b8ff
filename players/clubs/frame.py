"""What the pages of a club have in common: who may see them, and the tabs that lead from one to the other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from players import policies
from players.accounts.access import SignedInRequest
from players.clubs.selectors import Waiting, membership_of_account, open_requests_of_account, waiting_in
from players.models import Club, JoinRequest, Membership, User
from players.permissions import Actor, Permission, standings_in_club

Policy = Callable[[Actor, Club], bool]
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class ClubFrame:
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
        return self._waiting.claims if self._may(policies.DECIDE_CLAIM) else 0

    @cached_property
    def _waiting(self) -> Waiting:
        return waiting_in(self.club)

    @property
    def may_see_all_members(self) -> bool:
        return self._may(policies.SEE_ALL_MEMBERS)

    @property
    def may_edit(self) -> bool:
        return self._may(policies.EDIT_CLUB)

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
    def _standings(self) -> frozenset[Any]:
        return standings_in_club(self.viewer, self.club)

    def _may(self, permission: Permission) -> bool:
        return permission.granted_to(self._standings)


def frame_of(request: HttpRequest, slug: str) -> ClubFrame:
    return ClubFrame(get_object_or_404(Club, slug=slug), request.user)


def for_those_who(may: Policy) -> Callable[[View], View]:
    """A page of a club for some: it gets the club's frame. To others it is not there; visitors may sign in first."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: SignedInRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(
                    request.get_full_path() if request.method in ("GET", "HEAD") else "/"
                )
            frame = frame_of(request, slug)
            if not may(request.user, frame.club):
                raise Http404
            return view(request, frame, **kwargs)

        return guarded

    return decorate
