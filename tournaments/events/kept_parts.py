"""Parts of an event's pages that everybody sees alike: made once for each change of the event, and kept for everybody.

    part = kept_part(section.event, f"standings:{section.pk}", lambda: rendered(section), calmly_for=request)
    return as_of(HttpResponse(part.content), part.change_number)

Whole pages are always up to date. A page that follows by itself asks calmly: when a round ends, results come in every
second and a hall full of phones wants to see them, so such a part is made anew every PAUSE seconds at most. While it is
made for one, the others are given what there is; and where so many follow that somebody asks as soon as the pause is
over, nobody waits for it at all: whoever asks first is answered with what there is before it is made. The tag of such
an answer is that of the state it shows.
"""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.translation import get_language

from tournaments.events.access import EventAtAGlance
from tournaments.events.conditional import afterwards, version_of_the_code
from tournaments.models import Event

# What does not change with the event, such as people's names, is up to date after so many seconds.
KEPT_FOR: Final = 300
PAUSE: Final = 5
# Less than what lies between two questions of one page: who follows alone is never behind by a whole question.
CROWDED: Final = 8
LONGEST_MAKING: Final = 10


class KeptPart(NamedTuple):
    content: Any
    change_number: int
    made_at: float


def kept_part(
    event: Event | EventAtAGlance,
    name: str,
    make: Callable[[], Any],
    *,
    calmly_for: HttpRequest | None = None,
) -> KeptPart:
    """Nothing in it may depend on who looks, but for the language. No query where it is kept, else those of `make`.

    It is kept for this event alone: what `make` would refuse to show under this address is never found here.
    """
    cache = caches["pages"]
    key = f"part:{event.pk}:{name}:{get_language()}:{version_of_the_code()}"
    kept: KeptPart | None = cache.get(key)
    if kept is not None and kept.change_number == event.change_number:
        return kept
    age = time.time() - kept.made_at if kept is not None else KEPT_FOR
    if calmly_for is not None and kept is not None and age < PAUSE:
        return kept
    being_made = f"{key}:being-made"
    is_ours = cache.add(being_made, 1, LONGEST_MAKING)

    def made() -> KeptPart:
        try:
            part = KeptPart(make(), event.change_number, time.time())
            cache.set(key, part, KEPT_FOR)
        finally:
            cache.delete(being_made)
        return part

    if calmly_for is not None and kept is not None and (not is_ours or age < CROWDED):
        if is_ours:
            afterwards(calmly_for, made)
        return kept
    return made()
