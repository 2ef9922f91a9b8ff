"""What is noted about an entry besides who it is: cleaned, or refused with a sentence."""

from typing import Final, TypedDict

from django.utils.translation import gettext as _

from core.db.folding import INVISIBLE_CHARACTERS
from core.errors import Refused
from players.models import Membership, Person
from tournaments.models import Entry

DETAIL_FIELDS: Final = (
    "rating",
    "rating_is_own",
    "club_name",
    "categories",
    "note",
    "fee_paid",
    "fee_waived",
)
MAX_CATEGORIES: Final = 12
MAX_RATING: Final = 9999
MAX_CLUB_LENGTH: Final = int(Entry._meta.get_field("club_name").max_length or 0)
MAX_CATEGORIES_LENGTH: Final = int(Entry._meta.get_field("categories").max_length or 0)
MAX_NOTE_LENGTH: Final = int(Entry._meta.get_field("note").max_length or 0)


class EntryDetails(TypedDict, total=False):
    """What is left out stays as it is. A rating of None is that of the lists."""

    rating: int | None
    club_name: str
    categories: str
    note: str
    fee_paid: bool
    fee_waived: bool


def set_details(
    entry: Entry, details: EntryDetails, *, listed_rating: int, is_provisional: bool = False
) -> None:
    """Put the values into the row, or refuse them. `listed_rating` is the player's on the lists."""
    if "rating" in details:
        own = details["rating"]
        entry.rating_is_own = own is not None
        entry.rating = listed_rating if own is None else clean_rating(own)
        entry.rating_is_provisional = own is None and is_provisional
    if "club_name" in details:
        entry.club_name = clean_club_name(details["club_name"])
    if "categories" in details:
        entry.categories = clean_categories(details["categories"])
    if "note" in details:
        entry.note = clean_note(details["note"])
    entry.fee_paid = details.get("fee_paid", entry.fee_paid)
    entry.fee_waived = details.get("fee_waived", entry.fee_waived)
    if entry.fee_paid and entry.fee_waived:
        # What was said last counts: who pays is no longer let off, and who is let off gets nothing back here.
        entry.fee_waived = "fee_waived" in details and details["fee_waived"]
        entry.fee_paid = not entry.fee_waived


def default_club_name(person: Person) -> str:
    """The club for which somebody plays, if everybody may know it: the first they joined. One query."""
    if not person.listed:
        return ""
    first = (
        Membership.objects.filter(person=person).select_related("club").order_by("joined_at", "pk").first()
    )
    return first.club.name[:MAX_CLUB_LENGTH] if first else ""


def clean_rating(rating: int) -> int:
    if not 0 <= rating <= MAX_RATING:
        raise Refused(_("A rating has to be between 0 and %(highest)d.") % {"highest": MAX_RATING})
    return rating


def clean_club_name(text: str) -> str:
    return _clean_text(text, MAX_CLUB_LENGTH, _("The name of a club has at most %(max)d characters."))


def clean_note(text: str) -> str:
    return _clean_text(text, MAX_NOTE_LENGTH, _("A note has at most %(max)d characters."))


def clean_categories(text: str) -> str:
    """Separated by commas or semicolons, each once, in the order given."""
    parts = [" ".join(part.split()) for part in text.replace(";", ",").split(",")]
    named: dict[str, str] = {}
    for part in filter(None, parts):
        named.setdefault(part.casefold(), part)
    once = list(named.values())
    if len(once) > MAX_CATEGORIES:
        raise Refused(_("An entry has at most %(max)d categories.") % {"max": MAX_CATEGORIES})
    return _clean_text(
        ", ".join(once), MAX_CATEGORIES_LENGTH, _("All categories together have at most %(max)d characters.")
    )


def _clean_text(text: str, max_length: int, too_long: str) -> str:
    text = " ".join(text.split())
    if INVISIBLE_CHARACTERS.search(text):
        raise Refused(_("The text has invisible characters. Please type it again."))
    if len(text) > max_length:
        raise Refused(too_long % {"max": max_length})
    return text
