"""A player's card."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.accounts.access import SignedInRequest
from tournaments.events.access import get_section_or_404
from tournaments.events.conditional import conditional_page
from tournaments.events.frame import event_frame
from tournaments.tables.player_cards import player_card


@require_safe
@conditional_page
def player_card_page(request: SignedInRequest, event: int, section: int, number: int) -> HttpResponse:
    found = get_section_or_404(request, event, section)
    card = player_card(found, number, request.user)
    if card is None:
        raise Http404(_("There is no such player in this section."))
    context = {
        **event_frame(request, found.event, active="standings", section=found),
        "card": card,
        "shows_boards": any(played for each in card.rounds for played in each.games),
    }
    return render(request, "tournaments/tables/player_card.html", context)
