"""What all PDF files are made with: embedded fonts with a fallback for missing letters, colours, and printed tables."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from tournaments.models import Section

FONT_FOLDER: Final = Path(__file__).parent / "fonts"
TEXT_FONT: Final = "DejaVuSans"
BOLD_FONT: Final = "DejaVuSans-Bold"
HEADING_FONT: Final = "Vollkorn-SemiBold"
FALLBACK_FONT: Final = "DroidSansFallback"

# Which font helps out where one has no letter.
_FALLBACKS: Final = {
    TEXT_FONT: (FALLBACK_FONT,),
    BOLD_FONT: (TEXT_FONT, FALLBACK_FONT),
    HEADING_FONT: (BOLD_FONT, TEXT_FONT, FALLBACK_FONT),
}

MARGIN: Final = 15 * mm
FOOT_HEIGHT: Final = 4 * mm
HEADING_SIZE, HEADING_LEADING = 20, 25
LINE_SPACING, ROW_SPACING = 1.35, 1.25
ROW_PADDING, CELL_PADDING = 3, 3

# Lists on a wall are read from two metres away; more than this takes room and helps nobody.
LARGEST_SIZE: Final = 20.0
GREEN: Final = colors.HexColor("#17463a")
RUFOUS: Final = colors.HexColor("#a4562a")
LINE_COLOUR: Final = colors.HexColor("#c9bfa8")
SHADE_COLOUR: Final = colors.HexColor("#f4efe4")
LEFT_ALIGNED, CENTRED, RIGHT_ALIGNED = "LEFT", "CENTER", "RIGHT"


@cache
def register_fonts() -> None:
    """Once a process; the files are read then, but for the large one that few names need."""
    for name in (TEXT_FONT, BOLD_FONT, HEADING_FONT):
        _register_font(name)
    pdfmetrics.registerFontFamily(
        TEXT_FONT, normal=TEXT_FONT, bold=BOLD_FONT, italic=TEXT_FONT, boldItalic=BOLD_FONT
    )


@cache
def _register_font(name: str) -> None:
    pdfmetrics.registerFont(TTFont(name, FONT_FOLDER / f"{name}.ttf"))


def split_by_font(text: str, font: str = TEXT_FONT) -> list[tuple[str, str]]:
    """The text in pieces, each with the font that has its letters; what none has stays in the first one."""
    register_fonts()
    return [
        (name, "".join(letters))
        for name, letters in groupby(text, key=lambda letter: _font_for(letter, font))
    ]


def font_markup(text: str, font: str = TEXT_FONT) -> str:
    """For paragraphs: escaped, with the fonts named where they change."""
    return "".join(
        escape(piece, quote=False)
        if name == font
        else f'<font name="{name}">{escape(piece, quote=False)}</font>'
        for name, piece in split_by_font(text, font)
    )


def text_width(text: str, size: float, font: str = TEXT_FONT) -> float:
    return sum(float(pdfmetrics.stringWidth(piece, name, size)) for name, piece in split_by_font(text, font))


def fit_size(text: str, room: float, largest: float, font: str = TEXT_FONT, smallest: float = 6) -> float:
    """The largest size at which a line of text fits into the room."""
    width = text_width(text, largest, font)
    return largest if width <= room else max(smallest, largest * room / width)


def shorten(text: str, room: float, size: float, font: str = TEXT_FONT) -> str:
    if text_width(text, size, font) <= room:
        return text
    while text and text_width(f"{text}…", size, font) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def draw_text(
    canvas: Canvas, x: float, y: float, text: str, size: float, font: str = TEXT_FONT, *, align: float = 0
) -> None:
    """A line of text; `align` 0 begins at x, 0.5 has its middle there, 1 ends there."""
    x -= align * text_width(text, size, font)
    for name, piece in split_by_font(text, font):
        canvas.setFont(name, size)
        canvas.drawString(x, y, piece)
        x += pdfmetrics.stringWidth(piece, name, size)


@cache
def _font_for(letter: str, font: str) -> str:
    for name in (font, *_FALLBACKS[font]):
        _register_font(name)
        if ord(letter) in pdfmetrics.getFont(name).face.charToGlyph:
            return name
    return font


class PdfColumn:
    """A column of a table on paper; without a width it gets what is left."""

    def __init__(self, head: str, width: float | None = None, align: str = LEFT_ALIGNED) -> None:
        self.head = head
        self.width = width
        self.align = align

    def scaled(self, factor: float) -> "PdfColumn":
        """For larger type."""
        return PdfColumn(self.head, None if self.width is None else self.width * factor, self.align)


@dataclass(frozen=True)
class PdfTable:
    """A list for the wall, with its heading. `size` is the smallest type: it grows until the list fills one page."""

    title: str
    subtitle: str
    columns: Sequence[PdfColumn]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    wide: bool = False
    size: float = 9.5

    @property
    def pagesize(self) -> tuple[float, float]:
        width, height = landscape(A4) if self.wide else A4
        return float(width), float(height)

    def story(self) -> list[Flowable]:
        register_fonts()
        size = self.fitting_size()
        story: list[Flowable] = [
            _heading(self.title),
            _paragraph(self.subtitle, self.size + 1),
            Spacer(1, 4 * mm),
        ]
        if self.rows:
            columns = [column.scaled(size / self.size) for column in self.columns]
            story.append(_table(columns, self.rows, self._room, size))
        return [*story, Spacer(1, 3 * mm), *(_paragraph(note, self.size - 1) for note in self.notes)]

    def fitting_size(self) -> float:
        """The largest type in which all rows stand on one page, each on one line; `size` if there is none."""
        size = LARGEST_SIZE
        while size > self.size and not self._fits(size):
            size -= 0.5
        return max(size, self.size)

    @property
    def _room(self) -> float:
        return float(self.pagesize[0] - 2 * MARGIN)

    def _fits(self, size: float) -> bool:
        above = HEADING_LEADING * self._heading_lines + (self.size + 1) * LINE_SPACING + 4 * mm
        below = 3 * mm + len(self.notes) * 2 * self.size * LINE_SPACING
        row = size * ROW_SPACING + 2 * ROW_PADDING
        page = self.pagesize[1] - 2 * MARGIN - FOOT_HEIGHT
        if above + below + row * (len(self.rows) + 1) > page:
            return False
        columns = [column.scaled(size / self.size) for column in self.columns]
        fixed = sum(column.width or 0 for column in columns)
        open_columns = sum(column.width is None for column in columns)
        rest = (self._room - fixed) / open_columns if open_columns else 0
        if fixed > self._room:
            return False
        return all(
            self._widest(place) * size + 2 * CELL_PADDING <= rest
            for place, column in enumerate(columns)
            if column.width is None
        )

    @property
    def _heading_lines(self) -> int:
        return 1 + int(text_width(self.title, HEADING_SIZE, HEADING_FONT) // self._room)

    def _widest(self, place: int) -> float:
        """Of the texts in a column, at a type of one point."""
        return max((text_width(row[place], 1) for row in self.rows), default=0)


def table_pdf(section: Section, table: PdfTable) -> bytes:
    """A4 upright, or across if the table is wide."""
    return build_pdf(section, table.title, table.story(), table.pagesize)


def drawn_pdf(title: str, pages: Sequence[Callable[[Canvas], None]]) -> bytes:
    """A document of pages that are drawn; an empty one if there are none."""
    register_fonts()
    output = io.BytesIO()
    canvas = Canvas(output, pagesize=A4, invariant=1)
    canvas.setTitle(title)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    if not pages:
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def build_pdf(
    section: Section,
    title: str,
    story: list[Flowable],
    pagesize: tuple[float, float],
    drawn: Sequence[Callable[[Canvas], None]] = (),
) -> bytes:
    """A document of flowing parts with the event at the foot of every page; `drawn` pages stand behind them."""
    output = io.BytesIO()
    author = section.event.club.name
    paper = BaseDocTemplate(
        output,
        pagesize=pagesize,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=f"{title} – {section.event.name}",
        author=author,
        invariant=1,  # the same content is the same file
    )
    width, height = pagesize
    frame = Frame(
        MARGIN, MARGIN + FOOT_HEIGHT, width - 2 * MARGIN, height - 2 * MARGIN - FOOT_HEIGHT, 0, 0, 0, 0
    )

    def foot(canvas: Canvas, made: Any) -> None:
        canvas.saveState()
        canvas.setStrokeColor(LINE_COLOUR)
        canvas.line(MARGIN, MARGIN, width - MARGIN, MARGIN)
        canvas.setFillColor(colors.black)
        label = f"{section.event.name} · {section.name}"
        draw_text(canvas, MARGIN, MARGIN - 4 * mm, shorten(label, width - 80 * mm, 8), 8)
        page = _("Page %(number)s") % {"number": canvas.getPageNumber()}
        draw_text(canvas, width - MARGIN, MARGIN - 4 * mm, page, 8, align=1)
        canvas.restoreState()

    waiting = list(drawn)

    def draw(canvas: Canvas, made: Any) -> None:
        canvas.saveState()
        waiting.pop(0)(canvas)
        canvas.restoreState()

    paper.addPageTemplates(PageTemplate(id="list", frames=[frame], onPage=foot))
    paper.addPageTemplates(PageTemplate(id="drawn", frames=[frame], onPage=draw))
    for _page in drawn:
        # A page whose only part is nothing: what stands on it is drawn.
        story += [NextPageTemplate("drawn"), PageBreak(), Spacer(0, 0)]
    paper.build(story)
    return output.getvalue()


def _heading(text: str) -> Paragraph:
    style = ParagraphStyle(
        "heading", fontName=HEADING_FONT, fontSize=HEADING_SIZE, leading=HEADING_LEADING, textColor=GREEN
    )
    return Paragraph(font_markup(text, HEADING_FONT), style)


def _paragraph(text: str, size: float) -> Paragraph:
    return Paragraph(
        font_markup(text),
        ParagraphStyle("line", fontName=TEXT_FONT, fontSize=size, leading=size * LINE_SPACING),
    )


def _table(columns: Sequence[PdfColumn], rows: Sequence[Sequence[str]], room: float, size: float) -> Table:
    fixed = sum(column.width or 0 for column in columns)
    open_columns = sum(1 for column in columns if column.width is None)
    rest = (room - fixed) / open_columns if open_columns else 0
    styles = [_cell_style(column.align, TEXT_FONT, size) for column in columns]
    head_styles = [_cell_style(column.align, BOLD_FONT, size - 1) for column in columns]
    heads = [
        Paragraph(font_markup(column.head, BOLD_FONT), style)
        for column, style in zip(columns, head_styles, strict=True)
    ]
    cells = [
        [Paragraph(font_markup(text), style) for text, style in zip(row, styles, strict=True)] for row in rows
    ]
    return Table(
        [heads, *cells],
        colWidths=[column.width if column.width is not None else rest for column in columns],
        repeatRows=1,
        style=[
            ("LINEBELOW", (0, 0), (-1, 0), 1.2, GREEN),
            ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE_COLOUR),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [colors.white, SHADE_COLOUR]),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), ROW_PADDING),
            ("LEFTPADDING", (0, 0), (-1, -1), CELL_PADDING),
            ("RIGHTPADDING", (0, 0), (-1, -1), CELL_PADDING),
        ],
    )


def _cell_style(align: str, font: str, size: float) -> ParagraphStyle:
    alignment = {CENTRED: TA_CENTER, RIGHT_ALIGNED: TA_RIGHT}.get(align, 0)
    return ParagraphStyle(
        f"{font}-{align}", fontName=font, fontSize=size, leading=size * ROW_SPACING, alignment=alignment
    )
