"""The prizes of a section and who gets them, as the table stands."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.models import Entry, EntryState, Prize, Section
from tournaments.standings.prize_sharing import Award, Contender, PrizeList, Sharing, share
from tournaments.tables.selectors.standings import SectionTable, TableRow, load_table
from tournaments.tables.selectors.table_data import TableKind

# ISO 4217: all others have cents.
_DECIMALS: Final = {
    **dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}


@dataclass(frozen=True)
class Winner:
    """What one player gets of one list: money, what it was made of, and cups and titles."""

    entry: Entry
    row: TableRow
    money: str
    sum: str
    titles: list[str]


@dataclass(frozen=True)
class PrizeCategory:
    category: str
    prizes: list[tuple[int, str, str]]
    """Place, title and amount, as announced."""
    winners: list[Winner] = field(default_factory=list)


@dataclass(frozen=True)
class SectionPrizes:
    table: SectionTable
    categories: list[PrizeCategory]


def present_prizes(section: Section) -> SectionPrizes:
    """One query for the prizes, and those of the table. The prizes of the whole section come first."""
    table = load_table(section)
    lists = defaultdict[str, list[Prize]](list)
    for prize in Prize.objects.filter(section=section).order_by("category", "place"):
        lists[prize.category].append(prize)
    awards = award_prizes(table, lists)
    return SectionPrizes(
        table,
        [
            PrizeCategory(
                category,
                [
                    (prize.place, prize.title, _format_amount(prize.amount, prize.currency))
                    for prize in prizes
                ],
                _winners(table, prizes, awards),
            )
            for category, prizes in lists.items()
        ],
    )


def award_prizes(table: SectionTable, lists: dict[str, list[Prize]]) -> list[tuple[str, Award]]:
    """The awards with their currencies: each currency is shared for itself."""
    contenders = [_contender(table, row) for row in table.rows if row.entry.state == EntryState.CONFIRMED]
    currencies = sorted({prize.currency for prizes in lists.values() for prize in prizes if prize.amount})
    return [
        (currency, award)
        for currency in currencies
        for award in share(
            [PrizeList(category, _amounts(prizes, currency)) for category, prizes in lists.items()],
            contenders,
            Sharing(table.section.prize_sharing),
        )
    ]


def entry_categories(entry: Entry) -> frozenset[str]:
    return frozenset(part.strip() for part in entry.categories.split(",") if part.strip())


def _contender(table: SectionTable, row: TableRow) -> Contender:
    """In a knockout, who left in the same round is level."""
    level = str(row.rank) if table.data["kind"] == TableKind.KNOCKOUT else row.points
    return Contender(row.number, row.rank, level, entry_categories(row.entry))


def _amounts(prizes: list[Prize], currency: str) -> tuple[int, ...]:
    """From the first place to the last one with a prize; places without money of this currency have none."""
    amounts = {prize.place: prize.amount for prize in prizes if prize.currency == currency}
    return tuple(amounts.get(place, 0) for place in range(1, max(amounts, default=0) + 1))


def _winners(table: SectionTable, prizes: list[Prize], awards: list[tuple[str, Award]]) -> list[Winner]:
    """In the order of the table: those with money of this list, and those on a place with a title."""
    category = prizes[0].category
    shares = defaultdict[int, list[tuple[str, Award]]](list)
    for currency, award in awards:
        if award.category == category:
            shares[award.number].append((currency, award))
    titles = _titles(table, prizes)
    return [
        Winner(
            entry=row.entry,
            row=row,
            money=", ".join(format_money(award.amount, currency) for currency, award in shares[row.number]),
            sum="; ".join(_describe_share(award, currency) for currency, award in shares[row.number]),
            titles=titles[row.number],
        )
        for row in table.rows
        if row.number in shares or row.number in titles
    ]


def _titles(table: SectionTable, prizes: list[Prize]) -> defaultdict[int, list[str]]:
    """Cups and titles by place within the list; who shares the rank of a place shares the title."""
    eligible = [
        row
        for row in table.rows
        if row.entry.state == EntryState.CONFIRMED
        and (not prizes[0].category or prizes[0].category in entry_categories(row.entry))
    ]
    titles = defaultdict[int, list[str]](list)
    for prize in prizes:
        if prize.title and prize.place <= len(eligible):
            rank = eligible[prize.place - 1].rank
            for row in eligible:
                if row.rank == rank:
                    titles[row.number].append(prize.title)
    return titles


def _describe_share(award: Award, currency: str) -> str:
    """How a shared prize was computed; a prize of one's own needs no words."""
    if award.shared_by == 1:
        return ""
    first, last = award.places
    return _("places %(first)s to %(last)s: %(sum)s, shared by %(number)s") % {
        "first": first,
        "last": last,
        "sum": " + ".join(format_money(amount, "") for amount in award.pool)
        + (f" = {format_money(sum(award.pool), currency)}" if len(award.pool) > 1 else f" {currency}"),
        "number": award.shared_by,
    }


def _format_amount(amount: int, currency: str) -> str:
    return format_money(amount, currency) if amount else ""


def format_money(amount: int, currency: str) -> str:
    """`format_money(12050, "EUR")` is 120.50 EUR, in the reader's way of writing numbers."""
    decimals = _DECIMALS.get(currency.upper(), 2)
    whole, rest = divmod(amount, 10**decimals)
    text = f"{whole}.{rest:0{decimals}d}" if decimals else str(whole)
    written = number_format(text, decimal_pos=decimals, use_l10n=True, force_grouping=False)
    return f"{written} {currency}".strip()
