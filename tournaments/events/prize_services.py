"""The prizes of a section: money, a cup or both, by place and category."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from audit.changes import Value
from players.errors import ChangedMeanwhile, Refused
from players.models import User
from tournaments import actions, history
from tournaments.events.services import why_frozen
from tournaments.holding import hold
from tournaments.models import EventState, Prize, Section

MOST_PRIZES: Final = 100
HUNDREDTHS: Final = 100
LARGEST_AMOUNT: Final = 2_000_000_000


class Award(NamedTuple):
    """`amount` in hundredths of the currency; an empty category is for all players of the section."""

    place: int
    category: str = ""
    amount: int = 0
    currency: str = ""
    title: str = ""


def awards_of(section: Section) -> list[Award]:
    rows = section.prizes.order_by("category", "place")
    return [Award(each.place, each.category, each.amount, each.currency, each.title) for each in rows]


@transaction.atomic
def set_prizes(
    *,
    actor: User | None,
    section: Section,
    awards: Sequence[Award],
    seen: Sequence[Award] | None = None,
) -> None:
    """All prizes of the section at once. `seen` are those that the page showed."""
    event = hold(section.event_id)
    if event.state == EventState.ARCHIVED:
        raise Refused(why_frozen(event))
    before = awards_of(section)
    wanted = _checked(awards)
    if seen is not None and set(seen) != set(before):
        now = "; ".join(in_words(each) for each in before) or _("none")
        raise ChangedMeanwhile(
            _("Somebody else changed the prizes in the meantime. They are now: %(now)s. Please look again.")
            % {"now": now}
        )
    if wanted == before:
        return
    section.prizes.all().delete()
    Prize.objects.bulk_create(Prize(section=section, **award._asdict()) for award in wanted)
    history.tell(
        actor=actor,
        action=actions.PRIZES_CHANGED,
        event=event,
        before={"section": section.name, "prizes": _listed(before)},
        after={"section": section.name, "prizes": _listed(wanted)},
    )


def in_words(award: Award) -> str:
    """“2. Juniors: Cup, 25.00 EUR”."""
    money = f"{award.amount / HUNDREDTHS:.2f} {award.currency}".strip() if award.amount else ""
    head = f"{award.place}. {award.category}".strip()
    return f"{head}: {', '.join(filter(None, [award.title, money]))}"


def _checked(awards: Sequence[Award]) -> list[Award]:
    tidied = [
        award._replace(
            category=" ".join(award.category.split()),
            currency=award.currency.strip().upper(),
            title=" ".join(award.title.split()),
        )
        for award in awards
    ]
    if len(tidied) > MOST_PRIZES:
        raise Refused(_("A section has at most %(most)d prizes.") % {"most": MOST_PRIZES})
    taken = set()
    for award in tidied:
        _check(award)
        if (award.category, award.place) in taken:
            raise Refused(
                _("There are two prizes for the same place: %(prize)s.") % {"prize": in_words(award)}
            )
        taken.add((award.category, award.place))
    return sorted(tidied, key=lambda award: (award.category, award.place))


def _check(award: Award) -> None:
    if not 1 <= award.place <= 1000:
        raise Refused(_("Places count from 1."))
    if not award.amount and not award.title:
        raise Refused(_("A prize is money, or has a title, or both."))
    if award.amount and not (
        len(award.currency) == 3 and award.currency.isascii() and award.currency.isalpha()
    ):
        raise Refused(_("Write the currency of a prize in three letters, such as EUR."))
    if not 0 <= award.amount <= LARGEST_AMOUNT or len(award.category) > 40 or len(award.title) > 80:
        raise Refused(_("A prize is too long or too large. Please look again."))
    if "," in award.category:
        raise Refused(_("A category has no comma in its name."))


def _listed(awards: Sequence[Award]) -> list[Value]:
    return [in_words(award) for award in awards]
