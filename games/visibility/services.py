"""Change who may see a game."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import Value
from core.errors import Refused
from games.audit_actions import VISIBILITY_CHANGED
from games.event_hooks import visibility_in_event
from games.models import Game, Visibility, VisibilityWish
from games.signals import games_changed
from games.visibility.selectors import VisibilitySetting, effective_visibility, requested_visibility
from players.models import User


@transaction.atomic
def change_visibility(
    *, actor: User | None, game: Game, visibility: Visibility, embargo_until: datetime | None = None
) -> Game:
    """What is said counts at once, or if an event withholds the game, when the event has opened it."""
    if visibility != Visibility.EMBARGOED and embargo_until is not None:
        raise Refused(_("Only an embargo has an end. Please choose an embargo, or leave the time empty."))
    current = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    if visibility == Visibility.CLUB and current.club_id is None:
        raise Refused(_("The game belongs to no club whose members could see it."))
    wish, was = (
        VisibilitySetting(visibility, embargo_until),
        requested_visibility([current.pk]).get(current.pk),
    )
    before = VisibilitySetting(Visibility(current.visibility), current.embargo_until)
    after = effective_visibility(current, wish, visibility_in_event(current))
    if wish == was and after == before:
        return current
    VisibilityWish.objects.update_or_create(game=current, defaults=wish._asdict())
    current.visibility, current.embargo_until = after
    current.save(update_fields=["visibility", "embargo_until"])
    audit.record(
        actor=actor,
        action=VISIBILITY_CHANGED,
        target=current,
        before=_history_values(before, was if was != before else None),
        after=_history_values(after, wish if wish != after else None),
        club=current.club_id,
    )
    games_changed.send(sender=Game, games=[current.pk])
    return current


def _history_values(shown: VisibilitySetting, wish: VisibilitySetting | None) -> dict[str, Value]:
    """For the history: how it is shown, and how it is to be shown once its event allows it."""
    until = shown.embargo_until
    values: dict[str, Value] = {
        "visibility": str(shown.visibility),
        "embargo_until": until.isoformat() if until else None,
    }
    return values if wish is None else values | {"wish": str(wish.visibility)}
