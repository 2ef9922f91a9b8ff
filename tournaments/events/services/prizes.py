"""The prizes of a section: money, a cup or both, by place and category."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from audit.changes import Value
from core.errors import Conflict, Refused
from players.models import User
from tournaments import audit_actions, history
from tournaments.events.services.changes import why_frozen
from tournaments.locking import lock_event
from tournaments.models import EventState, Prize, Section

MAX_PRIZES: Final = 100
CENTS: Final = 100
MAX_AMOUNT: Final = 2_000_000_000


class PrizeData(NamedTuple):
    """`amount` in hundredths of the currency; an empty category is for all players of the section."""

    place: int
    category: str = ""
    amount: int = 0
    currency: str = ""
    title: str = ""


def prizes_of_section(section: Section) -> list[PrizeData]:
    rows = section.prizes.order_by("category", "place")
    return [PrizeData(each.place, each.category, each.amount, each.currency, each.title) for each in rows]


@transaction.atomic
def set_prizes(
    *,
    actor: User | None,
    section: Section,
    prizes: Sequence[PrizeData],
    seen: Sequence[PrizeData] | None = None,
) -> None:
    """All prizes of the section at once. `seen` are those that the page showed."""
    event = lock_event(section.event_id)
    if event.state == EventState.ARCHIVED:
        raise Refused(why_frozen(event))
    before = prizes_of_section(section)
    wanted = _clean_prizes(prizes)
    if seen is not None and set(seen) != set(before):
        now = "; ".join(describe_prize(each) for each in before) or _("none")
        raise Conflict(
            _("Somebody else changed the prizes in the meantime. They are now: %(now)s. Please look again.")
            % {"now": now}
        )
    if wanted == before:
        return
    section.prizes.all().delete()
    Prize.objects.bulk_create(Prize(section=section, **prize._asdict()) for prize in wanted)
    history.record_action(
        actor=actor,
        action=audit_actions.PRIZES_CHANGED,
        event=event,
        before={"section": section.name, "prizes": _described_prizes(before)},
        after={"section": section.name, "prizes": _described_prizes(wanted)},
    )


def describe_prize(prize: PrizeData) -> str:
    """“2. Juniors: Cup, 25.00 EUR”."""
    money = f"{prize.amount / CENTS:.2f} {prize.currency}".strip() if prize.amount else ""
    head = f"{prize.place}. {prize.category}".strip()
    return f"{head}: {', '.join(filter(None, [prize.title, money]))}"


def _clean_prizes(prizes: Sequence[PrizeData]) -> list[PrizeData]:
    cleaned = [
        prize._replace(
            category=" ".join(prize.category.split()),
            currency=prize.currency.strip().upper(),
            title=" ".join(prize.title.split()),
        )
        for prize in prizes
    ]
    if len(cleaned) > MAX_PRIZES:
        raise Refused(_("A section has at most %(max)d prizes.") % {"max": MAX_PRIZES})
    taken = set()
    for prize in cleaned:
        _check_prize(prize)
        if (prize.category, prize.place) in taken:
            raise Refused(
                _("There are two prizes for the same place: %(prize)s.") % {"prize": describe_prize(prize)}
            )
        taken.add((prize.category, prize.place))
    return sorted(cleaned, key=lambda prize: (prize.category, prize.place))


def _check_prize(prize: PrizeData) -> None:
    if not 1 <= prize.place <= 1000:
        raise Refused(_("Places count from 1."))
    if not prize.amount and not prize.title:
        raise Refused(_("A prize is money, or has a title, or both."))
    if prize.amount and not (
        len(prize.currency) == 3 and prize.currency.isascii() and prize.currency.isalpha()
    ):
        raise Refused(_("Write the currency of a prize in three letters, such as EUR."))
    if not 0 <= prize.amount <= MAX_AMOUNT or len(prize.category) > 40 or len(prize.title) > 80:
        raise Refused(_("A prize is too long or too large. Please look again."))
    if "," in prize.category:
        raise Refused(_("A category has no comma in its name."))


def _described_prizes(prizes: Sequence[PrizeData]) -> list[Value]:
    return [describe_prize(prize) for prize in prizes]
