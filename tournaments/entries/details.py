"""What is noted about an entry besides who it is: checked, or refused with a sentence."""

from typing import Final, TypedDict

from django.utils.translation import gettext as _

from players import names
from players.errors import Refused
from players.models import Membership, Person
from tournaments.entries.limits import (
    HIGHEST_RATING,
    LONGEST_CATEGORIES,
    LONGEST_CLUB,
    LONGEST_NOTE,
    MOST_CATEGORIES,
)
from tournaments.models import Entry

FIELDS: Final = ("rating", "rating_is_own", "club_name", "categories", "note", "fee_paid")


class Details(TypedDict, total=False):
    """What is left out stays as it is. A rating of None is that of the lists."""

    rating: int | None
    club_name: str
    categories: str
    note: str
    fee_paid: bool


def set_details(entry: Entry, details: Details, *, listed_rating: int) -> None:
    """Put the values into the row, or refuse them. `listed_rating` is the player's on the lists."""
    if "rating" in details:
        own = details["rating"]
        entry.rating_is_own = own is not None
        entry.rating = listed_rating if own is None else checked_rating(own)
    if "club_name" in details:
        entry.club_name = checked_club(details["club_name"])
    if "categories" in details:
        entry.categories = checked_categories(details["categories"])
    if "note" in details:
        entry.note = checked_note(details["note"])
    entry.fee_paid = details.get("fee_paid", entry.fee_paid)


def usual_club(person: Person) -> str:
    """The club for which somebody plays, if everybody may know it: the first they joined. One query."""
    if not person.listed:
        return ""
    first = (
        Membership.objects.filter(person=person).select_related("club").order_by("joined_at", "pk").first()
    )
    return first.club.name[:LONGEST_CLUB] if first else ""


def checked_rating(rating: int) -> int:
    if not 0 <= rating <= HIGHEST_RATING:
        raise Refused(_("A rating lies between 0 and %(highest)d.") % {"highest": HIGHEST_RATING})
    return rating


def checked_club(text: str) -> str:
    return _tidy(text, LONGEST_CLUB, _("The name of a club can have %(most)d characters."))


def checked_note(text: str) -> str:
    return _tidy(text, LONGEST_NOTE, _("A note can have %(most)d characters."))


def checked_categories(text: str) -> str:
    """Separated by commas or semicolons, each once, in the order given."""
    parts = [" ".join(part.split()) for part in text.replace(";", ",").split(",")]
    named: dict[str, str] = {}
    for part in filter(None, parts):
        named.setdefault(part.casefold(), part)
    once = list(named.values())
    if len(once) > MOST_CATEGORIES:
        raise Refused(_("An entry can have %(most)d categories.") % {"most": MOST_CATEGORIES})
    return _tidy(
        ", ".join(once), LONGEST_CATEGORIES, _("The categories can have %(most)d characters in all.")
    )


def _tidy(text: str, most: int, too_long: str) -> str:
    text = " ".join(text.split())
    if names.INVISIBLE.search(text):
        raise Refused(_("There are characters that cannot be seen in it. Please type it anew."))
    if len(text) > most:
        raise Refused(too_long % {"most": most})
    return text
