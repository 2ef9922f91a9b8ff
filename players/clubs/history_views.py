"""A club's history: everything that concerned the club, to look through and to export."""

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from audit.exports import as_file
from audit.models import AuditEntry
from audit.pages import entries_to_export, history_context
from audit.secrets import lines_open_to
from audit.selectors import history_of_club
from players.accounts.access import SignedInRequest
from players.clubs.frame import ClubFrame, for_those_who
from players.policies import may_see_history_of_club


@require_safe
@for_those_who(may_see_history_of_club)
def history(request: SignedInRequest, frame: ClubFrame) -> HttpResponseBase:
    context = history_context(request, _lines(request, frame))
    return render(request, "clubs/history.html", {"frame": frame, "club": frame.club, **context})


@require_safe
@for_those_who(may_see_history_of_club)
def export(request: SignedInRequest, frame: ClubFrame, kind: str) -> HttpResponseBase:
    entries = entries_to_export(request, _lines(request, frame))
    answer = as_file(entries, kind, name=f"{frame.club.slug}-history")
    if answer is None:
        raise Http404
    return answer


def _lines(request: SignedInRequest, frame: ClubFrame) -> QuerySet[AuditEntry]:
    return lines_open_to(request.user, history_of_club(frame.club.pk))
