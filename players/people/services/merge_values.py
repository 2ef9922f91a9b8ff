"""Which values the kept profile has after a merge: nobody sees one who could not see it before."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from players.models import Membership, Person

# A value, and the consent that everybody may see it.
_PRIVATE_VALUES: Final[tuple[tuple[str | Promise, str, str], ...]] = (
    (gettext_lazy("Year of birth"), "year_of_birth", "shows_year_of_birth"),
    (gettext_lazy("Photo"), "photo", "shows_photo"),
)


class ValueOrigin(NamedTuple):
    """Of whom a value stays. `of_kept` is None if it is left empty, because others would see it than before."""

    label: str | Promise
    of_kept: bool | None


class MergedValues(NamedTuple):
    """What changes in the two rows, and what the preview says about it."""

    kept: Mapping[str, Any]
    merged: Mapping[str, Any]
    origins: list[ValueOrigin]


def merged_values(kept: Person, merged: Person) -> MergedValues:
    """Of a profile with an account, only it sees what is hidden; of others, organisers of their clubs do.

    So a value that not everybody sees is taken over only among profiles without an account, and only if the clubs of
    the one who gets it are clubs of the one who had it; and a consent to less than everybody does not grow.
    """
    clubs_of_kept, clubs_of_merged = _clubs(kept), _clubs(merged)
    of_kept, of_merged = dict[str, Any](), dict[str, Any]()
    origins = [ValueOrigin(gettext_lazy("Name"), of_kept=True)]
    if kept.country or merged.country:
        origins.append(ValueOrigin(gettext_lazy("Country"), of_kept=bool(kept.country)))
    if not kept.country and merged.country:
        of_kept["country"], of_merged["country"] = merged.country, ""
    for label, field, consent in _PRIVATE_VALUES:
        own, other = getattr(kept, field), getattr(merged, field)
        empty = None if field == "year_of_birth" else ""
        if own and _stays(kept, consent, grows=not clubs_of_merged <= clubs_of_kept):
            origins.append(ValueOrigin(label, of_kept=True))
            if getattr(kept, consent) and not kept.listed and not clubs_of_merged <= clubs_of_kept:
                of_kept[consent] = False
        elif own:
            origins.append(ValueOrigin(label, of_kept=None))
            of_kept |= {field: empty, consent: False}
        elif other and merged.listed and getattr(merged, consent):
            origins.append(ValueOrigin(label, of_kept=False))
            of_kept |= {field: other, consent: True}
            of_merged |= {field: empty, consent: False}
        elif other and kept.account_id is None and clubs_of_kept <= clubs_of_merged:
            origins.append(ValueOrigin(label, of_kept=False))
            of_kept |= {field: other, consent: False}
            of_merged |= {field: empty, consent: False}
        elif other:
            origins.append(ValueOrigin(label, of_kept=None))
    # Who has an account has said themselves whether everybody may see them.
    if kept.account_id is None and kept.listed and not merged.listed:
        of_kept["listed"] = False
    origins.append(
        ValueOrigin(gettext_lazy("Whether everybody may see the profile"), of_kept="listed" not in of_kept)
    )
    return MergedValues(of_kept, of_merged, origins)


def _stays(kept: Person, consent: str, *, grows: bool) -> bool:
    """Whether the kept profile's own value stays, although others become organisers of its clubs."""
    if not grows or kept.account_id is not None:
        return True
    return kept.listed and getattr(kept, consent)


def _clubs(person: Person) -> set[int]:
    return set(Membership.objects.filter(person=person).values_list("club", flat=True))
