"""Score sheets: one for each player and game, with room for the plies and a legend of the notation."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple
from xml.etree import ElementTree

import segno
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor, black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from core.game_types import describe, is_recordable
from core.texts import translate
from engine.description import GameDescription, LegendEntry
from engine.drawing import BoardArt
from players.accounts.services.mail import absolute_url
from tournaments.documents.presenters.pdf import (
    BOLD_FONT,
    GREEN,
    HEADING_FONT,
    LINE_COLOUR,
    SHADE_COLOUR,
    TEXT_FONT,
    draw_text,
    drawn_pdf,
    fit_size,
    register_fonts,
    shorten,
)
from tournaments.event_records import target_pairing
from tournaments.models import Event, Pairing, PlayerRecording, Section
from tournaments.presenters import colour_names
from tournaments.tournament_data import load_section_data

_PART = re.compile(r"([MLHVQCz])|(-?\d+(?:\.\d+)?)")
_ROTATE = re.compile(r"rotate\((-?\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\)")
EDGE: Final = 12 * mm
WIDTH, HEIGHT = A4
ROWS: Final = 30
COLUMNS: Final = 2
LEGEND: Final = 62 * mm
CODE: Final = 18 * mm


def draw_symbol(canvas: Canvas, art: BoardArt, key: str, x: float, y: float, size: float) -> None:
    """A symbol in the square with its lower left corner at x, y, in the colours of print."""
    canvas.saveState()
    canvas.translate(x, y + size)
    canvas.scale(size / 100, -size / 100)
    markup = f"<g>{art.all_symbols()[key]}</g>"
    _element(canvas, art, ElementTree.fromstring(markup), {})  # noqa: S314  the engine's own text
    canvas.restoreState()


def _element(canvas: Canvas, art: BoardArt, element: ElementTree.Element, inherited: dict[str, str]) -> None:
    worn = {**inherited, **element.attrib}
    canvas.saveState()
    if turn := _ROTATE.fullmatch(worn.pop("transform", "")):
        angle, across, down = map(float, turn.groups())
        canvas.translate(across, down)
        canvas.rotate(angle)
        canvas.translate(-across, -down)
    fill, stroke = _colours(art, worn.get("class", ""))
    if fill:
        canvas.setFillColor(HexColor(fill))
    if stroke:
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(float(worn.get("stroke-width", "1")))
    painted = {"fill": 1 if fill else 0, "stroke": 1 if stroke else 0}
    number = {name: float(value) for name, value in worn.items() if _is_number(value)}
    if element.tag == "circle":
        canvas.circle(number["cx"], number["cy"], number["r"], **painted)
    elif element.tag == "rect":
        canvas.roundRect(
            number["x"], number["y"], number["width"], number["height"], number.get("rx", 0), **painted
        )
    elif element.tag == "path":
        canvas.drawPath(_path(canvas, worn["d"]), **painted)
    for child in element:
        _element(canvas, art, child, {"class": worn["class"]} if "class" in worn else {})
    canvas.restoreState()


def _colours(art: BoardArt, classes: str) -> tuple[str, str]:
    """The colours of fill and line that the classes name, as they are in print."""
    colours = art.all_colours()
    fill = stroke = ""
    for name in classes.split():
        if name.startswith(f"{art.name}-f-"):
            fill = colours[name.removeprefix(f"{art.name}-f-")].print
        elif name.startswith(f"{art.name}-s-"):
            stroke = colours[name.removeprefix(f"{art.name}-s-")].print
    return fill, stroke


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _path(canvas: Canvas, data: str) -> PDFPathObject:
    """Coordinates are absolute; a command may be followed by several sets of them."""
    path = canvas.beginPath()
    parts = iter(_PART.findall(data))
    here = (0.0, 0.0)
    command = "M"
    for letter, number in parts:
        if letter == "z":
            path.close()
            continue
        if letter:
            command = letter
            first = _next(parts)
        else:
            first = float(number)
        here = _go(path, command, here, first, parts)
        if command == "M":
            command = "L"
    return path


def _go(
    path: PDFPathObject,
    command: str,
    here: tuple[float, float],
    first: float,
    parts: Iterator[tuple[str, str]],
) -> tuple[float, float]:
    if command == "H":
        here = (first, here[1])
    elif command == "V":
        here = (here[0], first)
    elif command == "Q":
        bend = (first, _next(parts))
        end = (_next(parts), _next(parts))
        one = tuple(start + 2 / 3 * (middle - start) for start, middle in zip(here, bend, strict=True))
        two = tuple(stop + 2 / 3 * (middle - stop) for stop, middle in zip(end, bend, strict=True))
        path.curveTo(*one, *two, *end)
        return end
    else:
        here = (first, _next(parts))
    if command == "M":
        path.moveTo(*here)
    else:
        path.lineTo(*here)
    return here


def _next(parts: Iterator[tuple[str, str]]) -> float:
    return float(next(parts)[1])


class Sheet(NamedTuple):
    """`address` is where this board is recorded on a phone; empty: nowhere."""

    round: int
    board: str
    first: str
    second: str
    address: str = ""


def score_sheets(section: Section, number: int) -> bytes:
    """Two for every game of the round, one for each player; an empty one if nobody is paired. Four queries."""
    title = f"{_('Score sheets')} – {section.event.name}"
    return drawn_pdf(title, score_sheet_pages(section, number))


def score_sheet_pages(section: Section, number: int) -> list[Callable[[Canvas], None]]:
    """Each draws one sheet."""
    register_fonts()
    data = load_section_data(section)
    sheets = [
        Sheet(
            number,
            str(pairing.board) if pairing.leg == 1 else f"{pairing.board}/{pairing.leg}",
            pairing.first.person.name,
            pairing.second.person.name,
            _record_address(section.event, pairing),
        )
        for pairing in data.pairings.get(number, ())
        for _copy in range(2)
    ]
    return [
        partial(_draw_sheet, section=section, sheet=sheet) for sheet in sheets or [Sheet(number, "", "", "")]
    ]


def _draw_sheet(canvas: Canvas, section: Section, sheet: Sheet) -> None:
    event = section.event
    first, second = colour_names(event)
    top = HEIGHT - EDGE
    canvas.setFillColor(GREEN)
    title = f"{event.name} · {section.name}"
    room = WIDTH - 2 * EDGE - (CODE + 2 * mm if sheet.address else 0)
    draw_text(canvas, EDGE, top - 6 * mm, shorten(title, room, 15, HEADING_FONT), 15, HEADING_FONT)
    if sheet.address:
        _draw_code(canvas, sheet.address, WIDTH - EDGE - CODE, top - CODE + 1 * mm)
    canvas.setFillColor(black)
    where = [_("Round %(number)s") % {"number": sheet.round}]
    if sheet.board:
        where.append(_("Board %(number)s") % {"number": sheet.board})
    where.append(date_format(event.starts_on, "DATE_FORMAT"))
    draw_text(canvas, EDGE, top - 12 * mm, " · ".join(where), 10)
    half = (WIDTH - 2 * EDGE) / 2
    for index, (colour, name) in enumerate(((first, sheet.first), (second, sheet.second))):
        x = EDGE + index * half
        draw_text(canvas, x, top - 20 * mm, colour, 8, BOLD_FONT)
        canvas.setStrokeColor(LINE_COLOUR)
        canvas.line(x, top - 27 * mm, x + half - 6 * mm, top - 27 * mm)
        size = fit_size(name, half - 8 * mm, 13) if name else 13
        draw_text(canvas, x, top - 25.5 * mm, name, size)
    bottom = EDGE + LEGEND + 22 * mm
    _grid(canvas, bottom, top - 32 * mm, first, second)
    _signatures(canvas, EDGE + LEGEND + 4 * mm, first, second)
    _draw_legend(canvas, describe(event.game))


def _record_address(event: Event, pairing: Pairing) -> str:
    """Of a board on a phone; the two players and arbiters may open it."""
    if not is_recordable(event.game) or not PlayerRecording(event.player_recording).modes:
        return ""
    return absolute_url(f"{reverse('record')}?board={target_pairing(pairing)}")


def _draw_code(canvas: Canvas, address: str, x: float, y: float) -> None:
    """A QR code with its lower left corner at x, y."""
    rows = list(segno.make(address, error="l", micro=False).matrix)
    cell = CODE / len(rows)
    canvas.setFillColor(black)
    for number, row in enumerate(rows):
        for across, is_dark in enumerate(row):
            if is_dark:
                canvas.rect(
                    x + across * cell, y + (len(rows) - 1 - number) * cell, cell, cell, stroke=0, fill=1
                )


def _grid(canvas: Canvas, bottom: float, top: float, first: str, second: str) -> None:
    """Numbered lines in two columns, with room for both sides' plies."""
    column = (WIDTH - 2 * EDGE - 6 * mm) / COLUMNS
    line = (top - bottom) / (ROWS + 1)
    number = 9 * mm
    canvas.setLineWidth(0.4)
    for index in range(COLUMNS):
        x = EDGE + index * (column + 6 * mm)
        canvas.setFillColor(SHADE_COLOUR)
        canvas.rect(x, top - line, column, line, stroke=0, fill=1)
        canvas.setFillColor(black)
        ply = (column - number) / 2
        draw_text(canvas, x + number + ply / 2, top - line + 1.6 * mm, first, 8, BOLD_FONT, align=0.5)
        draw_text(canvas, x + number + ply * 1.5, top - line + 1.6 * mm, second, 8, BOLD_FONT, align=0.5)
        canvas.setStrokeColor(LINE_COLOUR)
        for row in range(ROWS):
            y = top - (row + 2) * line
            draw_text(canvas, x + number - 1.5 * mm, y + 1.6 * mm, str(index * ROWS + row + 1), 7, align=1)
            canvas.line(x, y, x + column, y)
        for across in (0, number, number + ply, column):
            canvas.line(x + across, top, x + across, top - (ROWS + 1) * line)


def _signatures(canvas: Canvas, y: float, first: str, second: str) -> None:
    third = (WIDTH - 2 * EDGE) / 3
    canvas.setStrokeColor(black)
    for index, label in enumerate((_("Result"), first, second)):
        x = EDGE + index * third
        canvas.line(x, y + 4 * mm, x + third - 6 * mm, y + 4 * mm)
        text = label if index == 0 else _("Signature %(side)s") % {"side": label}
        draw_text(canvas, x, y, text, 7.5)


def _legend_frame(canvas: Canvas, title: str) -> float:
    """The frame of a legend; gives the height where its content begins."""
    canvas.setStrokeColor(LINE_COLOUR)
    canvas.roundRect(EDGE, EDGE, WIDTH - 2 * EDGE, LEGEND - 2 * mm, 2 * mm)
    draw_text(canvas, EDGE + 3 * mm, EDGE + LEGEND - 8 * mm, title, 9, BOLD_FONT)
    return float(EDGE + LEGEND - 10.5 * mm)


def _draw_legend(canvas: Canvas, known: GameDescription) -> None:
    """What the game tells: an empty board for a set-up, signs as the engine draws them with their codes, examples."""
    legend = known.legend
    if legend is None:
        return
    top = _legend_frame(canvas, translate(legend.title))
    left = EDGE + 3 * mm
    if legend.has_board and known.art is not None:
        left = _legend_board(canvas, known.art, legend.blocked, top) + 8 * mm
    if any(entry.symbol for entry in legend.entries) and known.art is not None:
        _legend_signs(canvas, known.art, legend.entries, left, top)
        _legend_examples(canvas, legend.examples, left, EDGE + 2 * mm + (len(legend.examples) - 1) * 3.3 * mm)
        return
    rows = 6
    for index, entry in enumerate(legend.entries):
        y = top - (index % rows + 1) * 4.6 * mm + 1.5 * mm
        column = left + index // rows * 44 * mm
        draw_text(canvas, column, y, entry.code, 9, BOLD_FONT)
        draw_text(canvas, column + 6 * mm, y, translate(entry.words), 8)
    used = min(rows, len(legend.entries))
    _legend_examples(canvas, legend.examples, left, top - used * 4.6 * mm - 3 * mm)


def _legend_board(canvas: Canvas, art: BoardArt, blocked: Collection[str], top: float) -> float:
    """The board with its coordinates, to draw the set-up into; gives its right edge."""
    cell = (top - EDGE - 6 * mm) / art.ranks
    left, bottom = EDGE + 9 * mm, EDGE + 5.5 * mm
    canvas.setLineWidth(0.4)
    for rank in range(art.ranks):
        canvas.setFillColor(black)
        draw_text(canvas, left - 1.5 * mm, bottom + (rank + 0.3) * cell, str(rank + 1), 6.5, align=1)
    for file in range(art.files):
        letter = chr(ord("a") + file)
        canvas.setFillColor(black)
        draw_text(canvas, left + (file + 0.5) * cell, bottom - 3 * mm, letter, 6.5, align=0.5)
        for rank in range(art.ranks):
            canvas.setFillColor(LINE_COLOUR if f"{letter}{rank + 1}" in blocked else white)
            canvas.setStrokeColor(LINE_COLOUR)
            canvas.rect(left + file * cell, bottom + rank * cell, cell, cell, stroke=1, fill=1)
    canvas.setFillColor(black)
    return float(left + art.files * cell)


def _legend_signs(
    canvas: Canvas, art: BoardArt, entries: Sequence[LegendEntry], left: float, top: float
) -> None:
    size, across = 7.5 * mm, (WIDTH - EDGE - left - 3 * mm) / 4
    for index, entry in enumerate(entries):
        x = left + index % 4 * across
        y = top - (index // 4 + 1) * 9 * mm
        if entry.symbol:
            draw_symbol(canvas, art, entry.symbol, x, y, size)
        canvas.setFillColor(black)
        draw_text(canvas, x + size + 2 * mm, y + 3.9 * mm, entry.code, 9, BOLD_FONT)
        words = translate(entry.words)
        draw_text(canvas, x + size + 2 * mm, y + 0.8 * mm, words, fit_size(words, across - size - 4 * mm, 7))


def _legend_examples(canvas: Canvas, examples: Sequence[LegendEntry], left: float, top: float) -> None:
    """How plies are written, the first line at this height."""
    indent = max((len(example.code) for example in examples), default=0) * 1.8 * mm + 5 * mm
    for index, example in enumerate(examples):
        y = top - index * 3.3 * mm
        draw_text(canvas, left, y, example.code, 7.5, BOLD_FONT)
        draw_text(canvas, left + (indent if example.code else 0), y, translate(example.words), 7.5, TEXT_FONT)
