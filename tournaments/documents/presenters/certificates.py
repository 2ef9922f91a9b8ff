"""Certificates, one a player, with the edge of a board around it; and place cards, to cut and fold."""

import io
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import HexColor, black
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.documents.presenters.pdf import (
    BOLD_FONT,
    GREEN,
    HEADING_FONT,
    LINE_COLOUR,
    RUFOUS,
    TEXT_FONT,
    draw_text,
    fit_size,
    register_fonts,
    shorten,
)
from tournaments.documents.selectors import entries_by_name, is_only_section
from tournaments.models import Entry, EntryState, Section
from tournaments.tables.selectors.standings import SectionTable, TableRow, load_table

WIDTH, HEIGHT = landscape(A4)
SQUARE: Final = 5 * mm
LIGHT: Final = HexColor("#efe6d2")
CARD_WIDTH, SHEET_HEIGHT = A4
CARDS_PER_PAGE: Final = 2


def certificates(section: Section, number: int | None = None) -> bytes:
    """Of everybody in the table, or of one player; who withdrew gets none."""
    table = load_table(section)
    rows = [
        row
        for row in table.rows
        if row.entry.state == EntryState.CONFIRMED and (number is None or row.number == number)
    ]
    register_fonts()
    output = io.BytesIO()
    canvas = Canvas(output, pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(f"{_('Certificates')} – {section.event.name}")
    event = section.event
    # The name of the only section says nothing.
    where = event.name if is_only_section(section) else f"{event.name} · {section.name}"
    for row in rows:
        _certificate(canvas, table, row, where)
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def _certificate(canvas: Canvas, table: SectionTable, row: TableRow, where: str) -> None:
    event = table.section.event
    middle = WIDTH / 2
    room = WIDTH - 70 * mm
    _board_edge(canvas)
    canvas.setFillColor(GREEN)
    draw_text(canvas, middle, HEIGHT - 48 * mm, _("Certificate"), 44, HEADING_FONT, align=0.5)
    canvas.setStrokeColor(RUFOUS)
    canvas.setLineWidth(2)
    canvas.line(middle - 30 * mm, HEIGHT - 54 * mm, middle + 30 * mm, HEIGHT - 54 * mm)
    canvas.setFillColor(black)
    name = row.entry.person.name
    draw_text(
        canvas,
        middle,
        HEIGHT - 84 * mm,
        name,
        fit_size(name, room, 40, HEADING_FONT),
        HEADING_FONT,
        align=0.5,
    )
    if row.entry.club_name:
        club = shorten(row.entry.club_name, room, 14)
        draw_text(canvas, middle, HEIGHT - 94 * mm, club, 14, TEXT_FONT, align=0.5)
    canvas.setFillColor(RUFOUS)
    place = _("Place %(rank)s") % {"rank": row.rank}
    draw_text(canvas, middle, HEIGHT - 114 * mm, place, 24, BOLD_FONT, align=0.5)
    canvas.setFillColor(black)
    draw_text(canvas, middle, HEIGHT - 123 * mm, _score_text(table, row), 13, TEXT_FONT, align=0.5)
    draw_text(
        canvas,
        middle,
        HEIGHT - 141 * mm,
        where,
        fit_size(where, room, 20, HEADING_FONT),
        HEADING_FONT,
        align=0.5,
    )
    when = " · ".join(
        part
        for part in (str(event.get_game_display()), event.place, date_format(event.ends_on, "DATE_FORMAT"))
        if part
    )
    draw_text(canvas, middle, HEIGHT - 149 * mm, shorten(when, room, 12), 12, TEXT_FONT, align=0.5)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.5)
    for x, label in ((middle - 62 * mm, event.club.name), (middle + 62 * mm, _("Arbiter"))):
        canvas.line(x - 35 * mm, 34 * mm, x + 35 * mm, 34 * mm)
        draw_text(canvas, x, 29 * mm, shorten(label, 70 * mm, 9), 9, TEXT_FONT, align=0.5)


def _score_text(table: SectionTable, row: TableRow) -> str:
    players = len(table.rows)
    of_players = ngettext("of %(number)s player", "of %(number)s players", players) % {"number": players}
    if table.data["kind"] == "knockout":
        return of_players
    points = ngettext("%(points)s point", "%(points)s points", 1 if row.points in {"½", "1"} else 2)
    rounds = table.data["rounds"]
    of_rounds = ngettext("in %(number)s round", "in %(number)s rounds", rounds) % {"number": rounds}
    return f"{points % {'points': row.points}} {of_rounds}, {of_players}"


def _board_edge(canvas: Canvas) -> None:
    """Squares of two colours all around, as at the edge of a board, and a fine line inside."""
    across, down = round(WIDTH / SQUARE), round(HEIGHT / SQUARE)
    wide, high = WIDTH / across, HEIGHT / down
    for column in range(across):
        for row in range(down):
            if row in (0, 1, down - 2, down - 1) or column in (0, 1, across - 2, across - 1):
                canvas.setFillColor(GREEN if (row + column) % 2 else LIGHT)
                canvas.rect(column * wide, row * high, wide, high, stroke=0, fill=1)
    canvas.setStrokeColor(RUFOUS)
    canvas.setLineWidth(1)
    inset = 3 * SQUARE
    canvas.rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)


def place_cards(section: Section) -> bytes:
    """Everybody who is confirmed, by name. One query."""
    entries = list(entries_by_name(section))
    register_fonts()
    output = io.BytesIO()
    canvas = Canvas(output, pagesize=A4, invariant=1)
    canvas.setTitle(f"{section.event.name} – {section.name}")
    for start in range(0, max(len(entries), 1), CARDS_PER_PAGE):
        for index, entry in enumerate(entries[start : start + CARDS_PER_PAGE]):
            _card(canvas, section, entry, SHEET_HEIGHT - (index + 1) * SHEET_HEIGHT / CARDS_PER_PAGE)
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def _card(canvas: Canvas, section: Section, entry: Entry, bottom: float) -> None:
    height = SHEET_HEIGHT / CARDS_PER_PAGE
    canvas.setStrokeColor(LINE_COLOUR)
    canvas.setDash(2, 3)
    canvas.line(0, bottom + height / 2, CARD_WIDTH, bottom + height / 2)  # fold
    canvas.setDash()
    if bottom > 0:
        canvas.line(0, bottom, CARD_WIDTH, bottom)  # cut
    _card_face(canvas, section, entry, bottom, height / 2)
    canvas.saveState()
    canvas.translate(CARD_WIDTH, bottom + height)
    canvas.rotate(180)
    _card_face(canvas, section, entry, 0, height / 2)
    canvas.restoreState()


def _card_face(canvas: Canvas, section: Section, entry: Entry, bottom: float, height: float) -> None:
    middle = CARD_WIDTH / 2
    room = CARD_WIDTH - 30 * mm
    name = entry.person.name
    canvas.setFillColor(black)
    size = fit_size(name, room, 54, HEADING_FONT)
    draw_text(canvas, middle, bottom + height * 0.45 - size * 0.25, name, size, HEADING_FONT, align=0.5)
    canvas.setStrokeColor(RUFOUS)
    canvas.setLineWidth(1.5)
    canvas.line(middle - 25 * mm, bottom + height * 0.28, middle + 25 * mm, bottom + height * 0.28)
    canvas.setLineWidth(0.5)
    canvas.setFillColor(GREEN)
    below = " · ".join(part for part in (entry.club_name, entry.rating_label) if part)
    draw_text(canvas, middle, bottom + height * 0.17, shorten(below, room, 14), 14, TEXT_FONT, align=0.5)
    event = f"{section.event.name} · {section.name}"
    draw_text(canvas, middle, bottom + height * 0.07, shorten(event, room, 9), 9, TEXT_FONT, align=0.5)
