"""Lists on paper: a head with the event, tables that go on from page to page, page numbers."""

import io
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table

from tournaments.files.typeface import BOLD, HEAD, TEXT, draw, markup, register_fonts, shortened_to
from tournaments.models import Section

MARGIN: Final = 15 * mm
GREEN: Final = colors.HexColor("#17463a")
RUFOUS: Final = colors.HexColor("#a4562a")
LINE: Final = colors.HexColor("#c9bfa8")
SHADE: Final = colors.HexColor("#f4efe4")
LEFT_ALIGNED, CENTRED, RIGHT_ALIGNED = "LEFT", "CENTER", "RIGHT"


class Column:
    """A column of a table on paper; without a width it gets what is left."""

    def __init__(self, head: str, width: float | None = None, align: str = LEFT_ALIGNED) -> None:
        self.head = head
        self.width = width
        self.align = align


def list_on_paper(
    section: Section,
    *,
    title: str,
    subtitle: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    notes: Sequence[str] = (),
    wide: bool = False,
    size: float = 9.5,
) -> bytes:
    """A4 upright, or across if `wide`."""
    register_fonts()
    pagesize = landscape(A4) if wide else A4
    story: list[Flowable] = [_heading(title), _line(subtitle, size + 1), Spacer(1, 4 * mm)]
    if rows:
        story.append(_table(columns, rows, pagesize[0] - 2 * MARGIN, size))
    story += [Spacer(1, 3 * mm), *(_line(note, size - 1) for note in notes)]
    return document(section, title, story, pagesize)


def document(section: Section, title: str, story: list[Flowable], pagesize: tuple[float, float]) -> bytes:
    """A document of flowing parts with the event at the foot of every page."""
    held = io.BytesIO()
    author = section.event.club.name
    paper = BaseDocTemplate(
        held,
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
    frame = Frame(MARGIN, MARGIN + 4 * mm, width - 2 * MARGIN, height - 2 * MARGIN - 4 * mm, 0, 0, 0, 0)

    def foot(canvas: Canvas, made: Any) -> None:
        canvas.saveState()
        canvas.setStrokeColor(LINE)
        canvas.line(MARGIN, MARGIN, width - MARGIN, MARGIN)
        canvas.setFillColor(colors.black)
        label = f"{section.event.name} · {section.name}"
        draw(canvas, MARGIN, MARGIN - 4 * mm, shortened_to(label, width - 80 * mm, 8), 8)
        page = _("Page %(number)s") % {"number": canvas.getPageNumber()}
        draw(canvas, width - MARGIN, MARGIN - 4 * mm, page, 8, align=1)
        canvas.restoreState()

    paper.addPageTemplates(PageTemplate(frames=[frame], onPage=foot))
    paper.build(story)
    return held.getvalue()


def _heading(text: str) -> Paragraph:
    style = ParagraphStyle("heading", fontName=HEAD, fontSize=20, leading=25, textColor=GREEN)
    return Paragraph(markup(text, HEAD), style)


def _line(text: str, size: float) -> Paragraph:
    return Paragraph(markup(text), ParagraphStyle("line", fontName=TEXT, fontSize=size, leading=size * 1.35))


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: float, size: float) -> Table:
    fixed = sum(column.width or 0 for column in columns)
    open_columns = sum(1 for column in columns if column.width is None)
    rest = (room - fixed) / open_columns if open_columns else 0
    styles = [_cell_style(column.align, TEXT, size) for column in columns]
    head_styles = [_cell_style(column.align, BOLD, size - 1) for column in columns]
    heads = [
        Paragraph(markup(column.head, BOLD), style)
        for column, style in zip(columns, head_styles, strict=True)
    ]
    cells = [
        [Paragraph(markup(text), style) for text, style in zip(row, styles, strict=True)] for row in rows
    ]
    return Table(
        [heads, *cells],
        colWidths=[column.width if column.width is not None else rest for column in columns],
        repeatRows=1,
        style=[
            ("LINEBELOW", (0, 0), (-1, 0), 1.2, GREEN),
            ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [colors.white, SHADE]),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ],
    )


def _cell_style(align: str, font: str, size: float) -> ParagraphStyle:
    alignment = {CENTRED: TA_CENTER, RIGHT_ALIGNED: TA_RIGHT}.get(align, 0)
    return ParagraphStyle(
        f"{font}-{align}", fontName=font, fontSize=size, leading=size * 1.25, alignment=alignment
    )
