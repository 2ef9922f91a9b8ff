"""Pairings, standings and crosstable as PDF."""

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.documents.presenters.pdf import CENTRED, RIGHT_ALIGNED, PdfColumn, PdfTable, table_pdf
from tournaments.models import Entry, EntryState, Pairing, PairingResult, Section
from tournaments.presenters import colour_names
from tournaments.standings import write_fraction
from tournaments.tables.presenters.crosstables import present_crosstable
from tournaments.tables.presenters.standings import column_heading, column_name
from tournaments.tables.selectors.standings import load_table
from tournaments.tables.selectors.table_data import TableKind
from tournaments.tournament_data import SectionData, load_section_data


def pairings_by_board(section: Section, number: int) -> bytes:
    return table_pdf(section, board_list(section, number))


def pairings_by_name(section: Section, number: int) -> bytes:
    return table_pdf(section, name_list(section, number))


def standings(section: Section) -> bytes:
    return table_pdf(section, standings_list(section))


def crosstable(section: Section) -> bytes:
    return table_pdf(section, crosstable_list(section))


def board_list(section: Section, number: int) -> PdfTable:
    """To hang on the wall: boards from the top, with points before the round and room for the result."""
    data = load_section_data(section)
    first, second = colour_names(section.event)
    points = _points_before(data, number)
    rows = [
        [
            _board_label(pairing),
            _with_points(pairing.first, points),
            str(PairingResult(pairing.result).label) if pairing.result else "–",
            _with_points(pairing.second, points),
        ]
        for pairing in data.pairings.get(number, ())
    ]
    rows += [
        ["", _with_points(bye.entry, points), str(bye.get_kind_display()), ""]
        for bye in data.byes.get(number, ())
    ]
    columns = [
        PdfColumn(_("Board"), 16 * mm, RIGHT_ALIGNED),
        PdfColumn(first),
        PdfColumn(_("Result"), 34 * mm, CENTRED),
        PdfColumn(second),
    ]
    return PdfTable(
        title=_title(data, _("Pairings of round %(number)s") % {"number": number}, number),
        subtitle=_subtitle(section),
        columns=columns,
        rows=rows,
        size=11,
    )


def name_list(section: Section, number: int) -> PdfTable:
    """To find oneself: everybody by name, with board, colour and opponent."""
    data = load_section_data(section)
    first, second = colour_names(section.event)
    lines: list[tuple[Entry, list[str]]] = []
    for pairing in data.pairings.get(number, ()):
        if pairing.leg == 1:
            lines.append((pairing.first, [_board_label(pairing), first, pairing.second.person.name]))
            lines.append((pairing.second, [_board_label(pairing), second, pairing.first.person.name]))
    lines += [(bye.entry, ["", "", str(bye.get_kind_display())]) for bye in data.byes.get(number, ())]
    lines.sort(key=lambda line: (line[0].person.sort_key, line[0].starting_rank or 0))
    columns = [
        PdfColumn(_("Name")),
        PdfColumn(_("Board"), 16 * mm, RIGHT_ALIGNED),
        PdfColumn(_("Colour"), 24 * mm),
        PdfColumn(_("Opponent")),
    ]
    return PdfTable(
        title=_title(data, _("Round %(number)s by name") % {"number": number}, number),
        subtitle=_subtitle(section),
        columns=columns,
        rows=[[entry.person.sort_name, *rest] for entry, rest in lines],
        size=11,
    )


def _marked_name(entry: Entry) -> str:
    if entry.state != EntryState.WITHDRAWN:
        return entry.person.name
    return f"{entry.person.name} ({_('withdrawn')})"


def standings_list(section: Section) -> PdfTable:
    table = load_table(section)
    heads = table.data["columns"]
    knockout = table.data["kind"] == TableKind.KNOCKOUT
    columns = [
        PdfColumn(_("Rank"), 13 * mm, RIGHT_ALIGNED),
        PdfColumn(_("Name")),
        PdfColumn(_("Rating"), 16 * mm, RIGHT_ALIGNED),
        PdfColumn(_("Club")),
        PdfColumn(_("Matches won") if knockout else _("Points"), 18 * mm, RIGHT_ALIGNED),
        *(PdfColumn(column_heading(head), 16 * mm, RIGHT_ALIGNED) for head in heads),
    ]
    rows = [
        [
            str(row.rank),
            _marked_name(row.entry),
            row.entry.rating_label,
            row.entry.club_name,
            write_fraction(row.points),
            *map(write_fraction, row.values),
        ]
        for row in table.rows
    ]
    rounds = table.data["rounds"]
    return PdfTable(
        title=_("Final table")
        if table.frozen
        else _("Standings after round %(number)s") % {"number": rounds}
        if rounds
        else _("Starting order"),
        subtitle=_subtitle(section),
        columns=columns,
        rows=rows,
        notes=[f"{column_heading(head)}: {column_name(head)}" for head in heads],
        wide=len(heads) > 2,
    )


def crosstable_list(section: Section) -> PdfTable:
    shown = present_crosstable(section)
    heads = shown.cross.heads
    narrow = len(heads) <= 9
    columns = [
        PdfColumn(_("Rank"), 12 * mm, RIGHT_ALIGNED),
        PdfColumn(_("No."), 10 * mm, RIGHT_ALIGNED),
        PdfColumn(_("Name")),
        *(PdfColumn(head, _cell_width(len(heads), narrow=narrow), CENTRED) for head in heads),
        PdfColumn(_("Points"), 15 * mm, RIGHT_ALIGNED),
    ]
    rows = [
        [str(row.rank), str(row.number), _marked_name(row.entry), *cross.cells, row.points]
        for row, cross in zip(shown.table.rows, shown.cross.rows, strict=True)
    ]
    first, second = colour_names(section.event)
    note = (
        _("A column is the player in the row of that place.")
        if shown.cross.all_play_all
        else _("A cell has the opponent’s number, the colour (%(first)s, %(second)s) and the result.")
        % {"first": first, "second": second}
    )
    return PdfTable(
        title=_("Crosstable"),
        subtitle=_subtitle(section),
        columns=columns,
        rows=rows,
        notes=[note],
        wide=not narrow,
        size=9 if len(heads) <= 14 else 6.5,
    )


def _cell_width(columns: int, *, narrow: bool) -> float:
    """So that a third of the sheet is left for the names."""
    room = (180 if narrow else 267) * 0.62 - 37
    return float(min(16, room / max(columns, 1)) * mm)


def _title(data: SectionData, title: str, number: int) -> str:
    """With the name that a round of a knockout has."""
    found = next((round_ for round_ in data.rounds if round_.number == number), None)
    return f"{title} · {found.stage}" if found is not None and found.stage else title


def _subtitle(section: Section) -> str:
    event = section.event
    parts: Sequence[str] = [
        event.name,
        section.name,
        event.place,
        date_format(event.starts_on, "DATE_FORMAT"),
    ]
    return " · ".join(part for part in parts if part)


def _board_label(pairing: Pairing) -> str:
    if pairing.third_place:
        return _("3rd place")
    return str(pairing.board) if pairing.leg == 1 else f"{pairing.board}/{pairing.leg}"


def _with_points(entry: Entry, points: dict[int, str]) -> str:
    return f"{entry.person.name} ({points[entry.starting_rank or 0]})"


def _points_before(data: SectionData, number: int) -> dict[int, str]:
    tournament = data.tournament
    played = next((index for index, each in enumerate(data.rounds) if each.number == number), 0)
    system = tournament.point_system
    return {each: system.text(tournament.points(each, after=played)) for each in tournament.numbers}
