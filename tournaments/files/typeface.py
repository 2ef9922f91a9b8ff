"""The letters of PDF files: fonts that are embedded, and a second one for what the first has no letter for."""

from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FOLDER: Final = Path(__file__).parent / "fonts"
TEXT: Final = "DejaVuSans"
BOLD: Final = "DejaVuSans-Bold"
HEAD: Final = "Vollkorn-SemiBold"
FALLBACK: Final = "DroidSansFallback"
# Which font helps out where one has no letter.
_INSTEAD: Final = {TEXT: (FALLBACK,), BOLD: (TEXT, FALLBACK), HEAD: (BOLD, TEXT, FALLBACK)}


@cache
def register_fonts() -> None:
    """Once a process; the files are read then."""
    for name in (TEXT, BOLD, HEAD, FALLBACK):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=TEXT, boldItalic=BOLD)


def runs(text: str, font: str = TEXT) -> list[tuple[str, str]]:
    """The text in pieces, each with the font that has its letters; what none has stays in the first one."""
    register_fonts()
    return [
        (name, "".join(letters))
        for name, letters in groupby(text, key=lambda letter: _font_for(letter, font))
    ]


def markup(text: str, font: str = TEXT) -> str:
    """For paragraphs: escaped, with the fonts named where they change."""
    return "".join(
        escape(piece, quote=False)
        if name == font
        else f'<font name="{name}">{escape(piece, quote=False)}</font>'
        for name, piece in runs(text, font)
    )


def width_of(text: str, size: float, font: str = TEXT) -> float:
    return sum(float(pdfmetrics.stringWidth(piece, name, size)) for name, piece in runs(text, font))


def fitting_size(text: str, room: float, largest: float, font: str = TEXT, smallest: float = 6) -> float:
    """The largest size at which a line of text fits into the room."""
    width = width_of(text, largest, font)
    return largest if width <= room else max(smallest, largest * room / width)


def shortened_to(text: str, room: float, size: float, font: str = TEXT) -> str:
    if width_of(text, size, font) <= room:
        return text
    while text and width_of(f"{text}…", size, font) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def draw(
    canvas: Canvas, x: float, y: float, text: str, size: float, font: str = TEXT, *, align: float = 0
) -> None:
    """A line of text; `align` 0 begins at x, 0.5 has its middle there, 1 ends there."""
    x -= align * width_of(text, size, font)
    for name, piece in runs(text, font):
        canvas.setFont(name, size)
        canvas.drawString(x, y, piece)
        x += pdfmetrics.stringWidth(piece, name, size)


@cache
def _font_for(letter: str, font: str) -> str:
    for name in (font, *_INSTEAD[font]):
        if ord(letter) in pdfmetrics.getFont(name).face.charToGlyph:
            return name
    return font
