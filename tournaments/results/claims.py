"""What the archive asks and tells about games of events: what is no free game, what was decided, what is sent."""

from collections.abc import Sequence

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Adjudication, Game, Upload
from games.news import Purpose, register_claim, register_purpose, when_a_verdict_is_decided
from tournaments.holding import hold
from tournaments.models import Event, Pairing
from tournaments.results.reading import pairing_now
from tournaments.results.recognising import event_key
from tournaments.results.records import compare_with_record
from tournaments.results.records_waiting import MEANT_FOR, number_in
from tournaments.results.states import called
from tournaments.results.writing import event_of


@register_claim
def games_of_events(games: Sequence[int]) -> set[int]:
    """Those linked to a pairing, and those whose record names an event of the site. Three queries at most.

    A record that names an event and could not be linked yet is that event's all the same: counted as a free game it
    would count twice.
    """
    linked = {pk for pk in Pairing.objects.filter(game__in=games).values_list("game", flat=True) if pk}
    naming = Game.objects.filter(~Q(event_key=""), pk__in=[pk for pk in games if pk not in linked])
    rows = list(naming.values_list("pk", "kind", "event_key"))
    if not rows:
        return linked
    events = Event.objects.filter(game__in={kind for _, kind, _ in rows}).values_list("game", "name")
    named = {(kind, event_key(name)) for kind, name in events}
    return linked | {pk for pk, kind, key in rows if (kind, key) in named}


@when_a_verdict_is_decided
def compare_again(adjudication: Adjudication) -> None:
    """A confirmed or overruled verdict may change what the record says of the result."""
    pairing = Pairing.objects.select_related("round__section").filter(game=adjudication.game_id).first()
    if pairing is not None:
        event = hold(event_of(pairing))
        compare_with_record(actor=None, event=event, pairing=pairing_now(pairing))


@register_purpose
def back_to_the_board(upload: Upload) -> Purpose | None:
    """Its submitter is led back: a player to the own board, an arbiter to the arbiters' page. One query."""
    number = number_in(upload.meant_for, MEANT_FOR)
    if number is None:
        return None
    pairing = (
        Pairing.objects.select_related("round__section", "first__person", "second__person")
        .filter(pk=number)
        .first()
    )
    if pairing is None:
        return None
    section, players = pairing.round.section, (pairing.first.person, pairing.second.person)
    if upload.account_id in [person.account_id for person in players]:
        path = reverse("own-board", args=[section.event_id, section.pk, pairing.round.number, pairing.board])
        address = f"{path}?leg={pairing.leg}" if pairing.leg > 1 else path
    else:
        address = reverse("board", args=[section.event_id, pairing.pk])
    words = _("Back to board %(board)s, %(first)s – %(second)s") % {
        "board": called(pairing),
        "first": pairing.first,
        "second": pairing.second,
    }
    return Purpose(words, address)
