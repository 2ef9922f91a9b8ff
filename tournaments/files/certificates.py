"""Certificates: one a player, across, with the edge of a board around it."""

import io
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import HexColor, black
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.files.paper import GREEN, RUFOUS
from tournaments.files.typeface import BOLD, HEAD, TEXT, draw, fitting_size, register_fonts, shortened_to
from tournaments.models import EntryState, Section
from tournaments.tables.freezing import SectionTable, TableRow, table_of

WIDTH, HEIGHT = landscape(A4)
SQUARE: Final = 5 * mm
LIGHT: Final = HexColor("#efe6d2")


def certificates(section: Section, number: int | None = None) -> bytes:
    """Of everybody in the table, or of one player; who withdrew gets none."""
    table = table_of(section)
    rows = [
        row
        for row in table.rows
        if row.entry.state == EntryState.CONFIRMED and (number is None or row.number == number)
    ]
    register_fonts()
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(f"{_('Certificates')} – {section.event.name}")
    event = section.event
    # The name of the only section says nothing.
    where = event.name if event.sections.count() == 1 else f"{event.name} · {section.name}"
    for row in rows:
        _certificate(canvas, table, row, where)
        canvas.showPage()
    canvas.save()
    return held.getvalue()


def _certificate(canvas: Canvas, table: SectionTable, row: TableRow, where: str) -> None:
    event = table.section.event
    middle = WIDTH / 2
    room = WIDTH - 70 * mm
    _edge(canvas)
    canvas.setFillColor(GREEN)
    draw(canvas, middle, HEIGHT - 48 * mm, _("Certificate"), 44, HEAD, align=0.5)
    canvas.setStrokeColor(RUFOUS)
    canvas.setLineWidth(2)
    canvas.line(middle - 30 * mm, HEIGHT - 54 * mm, middle + 30 * mm, HEIGHT - 54 * mm)
    canvas.setFillColor(black)
    name = row.entry.person.name
    draw(canvas, middle, HEIGHT - 84 * mm, name, fitting_size(name, room, 40, HEAD), HEAD, align=0.5)
    if row.entry.club_name:
        club = shortened_to(row.entry.club_name, room, 14)
        draw(canvas, middle, HEIGHT - 94 * mm, club, 14, TEXT, align=0.5)
    canvas.setFillColor(RUFOUS)
    place = _("Place %(rank)s") % {"rank": row.rank}
    draw(canvas, middle, HEIGHT - 114 * mm, place, 24, BOLD, align=0.5)
    canvas.setFillColor(black)
    draw(canvas, middle, HEIGHT - 123 * mm, _score(table, row), 13, TEXT, align=0.5)
    draw(canvas, middle, HEIGHT - 141 * mm, where, fitting_size(where, room, 20, HEAD), HEAD, align=0.5)
    when = " · ".join(
        part
        for part in (str(event.get_game_display()), event.place, date_format(event.ends_on, "DATE_FORMAT"))
        if part
    )
    draw(canvas, middle, HEIGHT - 149 * mm, shortened_to(when, room, 12), 12, TEXT, align=0.5)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.5)
    for x, label in ((middle - 62 * mm, event.club.name), (middle + 62 * mm, _("Arbiter"))):
        canvas.line(x - 35 * mm, 34 * mm, x + 35 * mm, 34 * mm)
        draw(canvas, x, 29 * mm, shortened_to(label, 70 * mm, 9), 9, TEXT, align=0.5)


def _score(table: SectionTable, row: TableRow) -> str:
    players = len(table.rows)
    of_players = ngettext("of %(number)s player", "of %(number)s players", players) % {"number": players}
    if table.data["kind"] == "knockout":
        return of_players
    return _("%(points)s points in %(rounds)s rounds, %(of_players)s") % {
        "points": row.points,
        "rounds": table.data["rounds"],
        "of_players": of_players,
    }


def _edge(canvas: Canvas) -> None:
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
