"""Parts of an event's pages that everybody sees alike: made once for each change of the event, and kept for everybody.

    part = kept_part(section.event, f"standings:{section.pk}", lambda: rendered(section), calmly=request.htmx)
    return as_of(HttpResponse(part.content), part.change_number)

Whole pages are always up to date. A page that follows by itself asks `calmly`: when a round ends, results come in every
second and a hall full of phones wants to see them, so such a part is made anew every five seconds at most, and while it
is made for one, the others are given what there is. The tag of such an answer is that of the state it shows.
"""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.utils.translation import get_language

from tournaments.events.access import EventAtAGlance
from tournaments.events.conditional import version_of_the_code
from tournaments.models import Event

# What does not change with the event, such as people's names, is up to date after so many seconds.
KEPT_FOR: Final = 300
PAUSE: Final = 5
LONGEST_MAKING: Final = 10


class KeptPart(NamedTuple):
    content: Any
    change_number: int
    made_at: float


def kept_part(
    event: Event | EventAtAGlance, name: str, make: Callable[[], Any], *, calmly: bool = False
) -> KeptPart:
    """Nothing in it may depend on who looks, but for the language. No query where it is kept, else those of `make`.

    It is kept for this event alone: what `make` would refuse to show under this address is never found here.
    """
    cache = caches["pages"]
    key = f"part:{event.pk}:{name}:{get_language()}:{version_of_the_code()}"
    kept: KeptPart | None = cache.get(key)
    if kept is not None:
        if kept.change_number == event.change_number:
            return kept
        if calmly and time.time() - kept.made_at < PAUSE:
            return kept
    being_made = f"{key}:being-made"
    if not cache.add(being_made, 1, LONGEST_MAKING) and calmly and kept is not None:
        return kept
    try:
        made = KeptPart(make(), event.change_number, time.time())
        cache.set(key, made, KEPT_FOR)
    finally:
        cache.delete(being_made)
    return made
