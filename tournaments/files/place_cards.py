"""Place cards: a name to stand on the table, read from both sides; cut at the line, fold in the middle."""

import io
from typing import Final

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.files.paper import GREEN, LINE, RUFOUS
from tournaments.files.typeface import HEAD, TEXT, draw, fitting_size, register_fonts, shortened_to
from tournaments.models import Entry, EntryState, Section

WIDTH, HEIGHT = A4
ON_A_PAGE: Final = 2


def place_cards(section: Section) -> bytes:
    """Everybody who is confirmed, by name. One query."""
    entries = list(
        section.entries.filter(state=EntryState.CONFIRMED)
        .select_related("person")
        .order_by("person__sort_key", "pk")
    )
    register_fonts()
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=A4, invariant=1)
    canvas.setTitle(f"{section.event.name} – {section.name}")
    for start in range(0, max(len(entries), 1), ON_A_PAGE):
        for index, entry in enumerate(entries[start : start + ON_A_PAGE]):
            _card(canvas, section, entry, HEIGHT - (index + 1) * HEIGHT / ON_A_PAGE)
        canvas.showPage()
    canvas.save()
    return held.getvalue()


def _card(canvas: Canvas, section: Section, entry: Entry, bottom: float) -> None:
    height = HEIGHT / ON_A_PAGE
    canvas.setStrokeColor(LINE)
    canvas.setDash(2, 3)
    canvas.line(0, bottom + height / 2, WIDTH, bottom + height / 2)  # fold
    canvas.setDash()
    if bottom > 0:
        canvas.line(0, bottom, WIDTH, bottom)  # cut
    _face(canvas, section, entry, bottom, height / 2)
    canvas.saveState()
    canvas.translate(WIDTH, bottom + height)
    canvas.rotate(180)
    _face(canvas, section, entry, 0, height / 2)
    canvas.restoreState()


def _face(canvas: Canvas, section: Section, entry: Entry, bottom: float, height: float) -> None:
    middle = WIDTH / 2
    room = WIDTH - 30 * mm
    name = entry.person.name
    canvas.setFillColor(black)
    size = fitting_size(name, room, 54, HEAD)
    draw(canvas, middle, bottom + height * 0.45 - size * 0.25, name, size, HEAD, align=0.5)
    canvas.setStrokeColor(RUFOUS)
    canvas.setLineWidth(1.5)
    canvas.line(middle - 25 * mm, bottom + height * 0.28, middle + 25 * mm, bottom + height * 0.28)
    canvas.setLineWidth(0.5)
    canvas.setFillColor(GREEN)
    below = " · ".join(part for part in (entry.club_name, str(entry.rating or "")) if part)
    draw(canvas, middle, bottom + height * 0.17, shortened_to(below, room, 14), 14, TEXT, align=0.5)
    event = f"{section.event.name} · {section.name}"
    draw(canvas, middle, bottom + height * 0.07, shortened_to(event, room, 9), 9, TEXT, align=0.5)
