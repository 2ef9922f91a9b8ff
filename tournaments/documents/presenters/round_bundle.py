"""Result slips, and everything that a round needs on paper in one file."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak

from core.game_types import can_be_drawn
from tournaments.documents.presenters.pdf import (
    BOLD_FONT,
    LINE_COLOUR,
    TEXT_FONT,
    build_pdf,
    draw_text,
    drawn_pdf,
    fit_size,
    register_fonts,
    shorten,
)
from tournaments.documents.presenters.pdf_lists import board_list, name_list
from tournaments.documents.presenters.score_sheets import score_sheet_pages
from tournaments.models import Pairing, Section
from tournaments.presenters import colour_names
from tournaments.results.selectors import board_label
from tournaments.tournament_data import load_section_data

WIDTH, HEIGHT = A4
SLIPS_ON_A_PAGE: Final = 6
SLIP_HEIGHT: Final = HEIGHT / SLIPS_ON_A_PAGE
EDGE: Final = 14 * mm
RESULTS: Final = ("1 – 0", "½ – ½", "0 – 1")


def round_bundle(section: Section, number: int) -> bytes:
    """Pairings by board and by name, result slips, and two score sheets for each game. Sixteen queries."""
    by_board = board_list(section, number)
    story = [*by_board.story(), PageBreak(), *name_list(section, number).story()]
    title = _("Round %(number)s") % {"number": number}
    drawn = [*slip_pages(section, number), *score_sheet_pages(section, number)]
    return build_pdf(section, title, story, by_board.pagesize, drawn)


def result_slips(section: Section, number: int) -> bytes:
    """To be cut: one for each game, six on a page. Four queries."""
    title = f"{_('Result slips')} – {section.event.name}"
    return drawn_pdf(title, slip_pages(section, number))


def slip_pages(section: Section, number: int) -> list[Callable[[Canvas], None]]:
    """Each draws one page; without a game there is none."""
    register_fonts()
    games = load_section_data(section).pairings.get(number, ())
    return [
        partial(_draw_page, section=section, games=games[start : start + SLIPS_ON_A_PAGE])
        for start in range(0, len(games), SLIPS_ON_A_PAGE)
    ]


def _draw_page(canvas: Canvas, section: Section, games: Sequence[Pairing]) -> None:
    for place, pairing in enumerate(games):
        top = HEIGHT - place * SLIP_HEIGHT
        _draw_slip(canvas, section, pairing, top)
        if place:
            canvas.setStrokeColor(LINE_COLOUR)
            canvas.setDash(3, 3)
            canvas.line(0, top, WIDTH, top)
            canvas.setDash()


def _draw_slip(canvas: Canvas, section: Section, pairing: Pairing, top: float) -> None:
    event, half = section.event, (WIDTH - 2 * EDGE) / 2
    canvas.setFillColor(black)
    where = f"{event.name} · {section.name} · {pairing.round.name}"
    draw_text(canvas, EDGE, top - 9 * mm, shorten(where, WIDTH - 2 * EDGE - 40 * mm, 9), 9)
    board = _("Board %(number)s") % {"number": board_label(pairing)}
    draw_text(canvas, WIDTH - EDGE, top - 9 * mm, board, 12, BOLD_FONT, align=1)
    players = zip(colour_names(event), (pairing.first, pairing.second), strict=True)
    for place, (colour, entry) in enumerate(players):
        x = EDGE + place * half
        draw_text(canvas, x, top - 17 * mm, colour, 8)
        size = fit_size(entry.person.name, half - 6 * mm, 13, BOLD_FONT)
        draw_text(canvas, x, top - 23 * mm, entry.person.name, size, BOLD_FONT)
    canvas.setStrokeColor(black)
    results = [result for result in RESULTS if "½" not in result or can_be_drawn(event.game)]
    for place, result in enumerate(results):
        x = EDGE + place * 42 * mm
        canvas.rect(x, top - 34 * mm, 5 * mm, 5 * mm)
        draw_text(canvas, x + 8 * mm, top - 33 * mm, result, 12, TEXT_FONT)
    for place, side in enumerate(colour_names(event)):
        x = EDGE + place * half
        canvas.line(x, top - 44 * mm, x + half - 8 * mm, top - 44 * mm)
        draw_text(canvas, x, top - 47.5 * mm, _("Signature %(side)s") % {"side": side}, 7)
