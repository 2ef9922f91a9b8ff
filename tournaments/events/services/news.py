"""News on an event's page: organisers and arbiters write them, and take them away."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from core.db.folding import INVISIBLE_CHARACTERS
from core.errors import Refused
from players.models import User
from tournaments import audit_actions, history
from tournaments.events.services.changes import refuse_if_archived
from tournaments.locking import lock_event
from tournaments.models import Event, EventNews

MAX_NEWS_LENGTH: Final = int(EventNews._meta.get_field("text").max_length or 0)
MAX_NEWS: Final = 200


@transaction.atomic
def write_news(*, actor: User | None, event: Event, text: str) -> EventNews:
    event = lock_event(event)
    refuse_if_archived(event)
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if not text:
        raise Refused(_("Please write what is new."))
    if len(text) > MAX_NEWS_LENGTH:
        raise Refused(_("News can have at most %(max)d characters.") % {"max": MAX_NEWS_LENGTH})
    if INVISIBLE_CHARACTERS.search(text.replace("\n", " ")):
        raise Refused(_("The text has invisible characters. Please type it again."))
    if event.news.count() >= MAX_NEWS:
        raise Refused(
            _("An event can have at most %(max)d news items. Please delete old ones.") % {"max": MAX_NEWS}
        )
    written = EventNews.objects.create(event=event, text=text, author=actor)
    history.record_action(actor=actor, action=audit_actions.NEWS_WRITTEN, event=event, after={"news": text})
    return written


@transaction.atomic
def delete_news(*, actor: User | None, news: EventNews) -> None:
    """Nothing happens if somebody has deleted it already. What it said stays in the log."""
    event = lock_event(news.event_id)
    refuse_if_archived(event)
    gone, _rows = EventNews.objects.filter(pk=news.pk).delete()
    if gone:
        history.record_action(
            actor=actor, action=audit_actions.NEWS_DELETED, event=event, before={"news": news.text}
        )
