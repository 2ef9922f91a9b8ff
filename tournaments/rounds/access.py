"""Which round a page is about. A round that is not published is there for its arbiters only."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments import policies
from tournaments.events.access import get_section_or_404, has
from tournaments.models import Event, Round, Section


def get_round_or_404(request: HttpRequest, event: int, section: int, number: int) -> Round:
    """For everybody: what one may not see is not found."""
    found = get_section_or_404(request, event, section)
    round_ = round_of(found, number)
    if not round_.is_public and not has(request, found.event, policies.PAIR):
        raise Http404(_("There is no such round."))
    return round_


def section_of(event: Event, section: int) -> Section:
    """For pages that have asked already whether the visitor may."""
    found = get_object_or_404(Section, pk=section, event=event)
    found.event = event
    return found


def round_of(section: Section, number: int) -> Round:
    round_ = get_object_or_404(Round, section=section, number=number)
    round_.section = section
    return round_
