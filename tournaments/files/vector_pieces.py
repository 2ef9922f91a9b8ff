"""The engine's own drawings of pieces on paper: its symbols are SVG, and PDF draws the same shapes.

Only what the symbols use is understood: groups that are turned, rectangles, circles, and paths of lines and curves.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from engine.drawing import BoardArt

_PART = re.compile(r"([MLHVQCz])|(-?\d+(?:\.\d+)?)")
_ROTATE = re.compile(r"rotate\((-?\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\)")


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
