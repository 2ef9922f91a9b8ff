"""What the drawings of all games share: options, board frame, symbols, marks, themes.

A picture is standalone SVG. One square is 100 units wide. Symbols are defined once and used many times; a
page with many boards holds one `symbol_sheet`, links to a file with the `stylesheet` and draws its boards with
`shared_symbols`. Colours are named: every game gives its own a value for each theme, and its symbols wear
them as classes (`fill` and `stroke`). What is drawn lies in named layers, so that a script can move it without
knowing how anything looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from html import escape
from typing import NamedTuple
from zlib import crc32

UNIT = 100  # width of a square in the picture's own coordinates
_MARGIN = 50  # for the coordinates, left of the board and below it
_EDGE = 4  # around the board's frame

# The marks of all games, as keys of symbols.
LAST = "mark-last"  # a square the last move left or reached
HIGHLIGHT = "mark-highlight"
TARGET = "mark-target"  # around where the last move ended
TOUCHED = "mark-touched"  # around what it touched besides
MAY_GO = "mark-may-go"  # where a piece may go
MAY_CAPTURE = "mark-may-capture"
HEAD = "mark-head"  # of an arrow that points to the right and ends in the corner of its box


class Theme(StrEnum):
    """`AUTO` follows the reader's device (light, dark or paper); `PRINT` is black on white."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"


class Arrow(NamedTuple):
    """An arrow from square to square, over the pieces."""

    origin: str
    target: str


class Placed(NamedTuple):
    """A symbol on a square. Several may lie on one square; they are drawn in the order given."""

    square: str
    symbol: str  # a key of BoardArt.symbols
    opacity: float = 1.0


class Picture(NamedTuple):
    """How a position is to be drawn; every game's `Rules.draw` takes these options."""

    size: int = 48  # pixels a square
    flip: bool = False  # the second player's side at the bottom
    theme: Theme = Theme.AUTO
    coordinates: bool = True
    last: tuple[str, ...] = ()  # squares of the last move, origin and target first (Game.last_squares)
    highlights: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Placed, ...] = ()  # symbols over the pieces, from the game's own stock (Game.marks)
    title: str = ""  # for screen readers; empty: the game writes one
    shared_symbols: bool = False  # leave symbols and style out: the page holds one `symbol_sheet`
    decorative: bool = (
        False  # for a picture whose content stands beside it in words: hidden from screen readers
    )


class Colour(NamedTuple):
    """A colour's value in each theme."""

    light: str
    dark: str
    print: str


class BoardArt(NamedTuple):
    """A game's board and its stock of symbols.

    A symbol is SVG markup in a box of 0 0 100 100. `colours` are the game's own, by name; `BOARD_COLOURS` are
    there as well and may be overridden. `ground` is what belongs to the empty board (lakes); it has to look
    the same from both sides.
    """

    name: str  # prefix of ids and classes
    files: int
    ranks: int
    symbols: Mapping[str, str]
    colours: Mapping[str, Colour]
    ground: str = ""
    labels: Mapping[str, str] | None = (
        None  # in the corners of squares, in place of letters and numbers at the edge
    )

    def all_symbols(self) -> dict[str, str]:
        return {**_mark_symbols(self.name), **self.symbols}

    def all_colours(self) -> dict[str, Colour]:
        return {**BOARD_COLOURS, **self.colours}


BOARD_COLOURS: Mapping[str, Colour] = {
    "square": Colour("#f3ead8", "#3a3f46", "#ffffff"),
    "square2": Colour("#eadfc8", "#343940", "#ffffff"),
    "grid": Colour("#b9a98a", "#565d66", "#9a9a9a"),
    "frame": Colour("#6b5a3c", "#7c8590", "#000000"),
    "label": Colour("#5c4d33", "#c3cad2", "#000000"),
    "last": Colour("#f2c84b", "#8a6d12", "#d8d8d8"),
    "mark": Colour("#b35900", "#ffb454", "#000000"),
    "highlight": Colour("#7fb7e6", "#2f6ea3", "#c4c4c4"),
    "arrow": Colour("#1d6fb8", "#6db8ff", "#000000"),
}


def fill(name: str, colour: str) -> str:
    """The class that fills with a colour, for use in symbols: `class="barragoon-f-pip"`."""
    return f"{name}-f-{colour}"


def stroke(name: str, colour: str) -> str:
    """The class that draws lines with a colour."""
    return f"{name}-s-{colour}"


def draw(art: BoardArt, pieces: Iterable[Placed], picture: Picture, *, title: str, description: str) -> str:
    """A standalone SVG of the board with these pieces on it."""
    pieces = list(pieces)
    grid = _Grid(art, flip=picture.flip)
    last = picture.last
    ground = [Placed(square, LAST) for square in last[:2]]
    ground += (Placed(square, HIGHLIGHT) for square in picture.highlights)
    frames = [Placed(square, TOUCHED if index else TARGET) for index, square in enumerate(last[1:])]
    layers = {
        "ground": [grid.use(mark) for mark in ground],
        "pieces": [grid.use(piece) for piece in pieces],
        "marks": [grid.use(mark) for mark in (*picture.marks, *frames)],
        "arrows": [grid.arrow(arrow) for arrow in picture.arrows],
    }
    body = f'<use href="#{art.name}-grid"/>' + "".join(
        f'<g data-layer="{name}">{"".join(parts)}</g>'
        for name, parts in layers.items()
        if parts or picture.coordinates  # a small picture is kept short, no script will touch it
    )
    if picture.coordinates:
        body += grid.coordinates()
    definitions = ""
    if not picture.shared_symbols:
        used = {placed.symbol for placed in (*pieces, *picture.marks, *ground, *frames)}
        definitions = _style(art, picture.theme) + _definitions(art, used)
    name, texts = _accessible_name(art, picture, title, description, body)
    box = view_box(art, coordinates=picture.coordinates)
    scale = picture.size / UNIT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{art.name}-board" {name} '
        f'width="{round(box.width * scale)}" height="{round(box.height * scale)}" viewBox="{box}">'
        f"{texts}{definitions}{body}</svg>"
    )


class Box(NamedTuple):
    """The part of the plane a picture shows."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        return " ".join(map(str, self))


def view_box(art: BoardArt, *, coordinates: bool) -> Box:
    """Where a board's picture begins and how large it is, in the picture's own units."""
    margin = _MARGIN if coordinates and not art.labels else _EDGE
    return Box(-margin, -_EDGE, art.files * UNIT + margin + _EDGE, art.ranks * UNIT + margin + _EDGE)


def symbol_sheet(art: BoardArt) -> str:
    """All symbols of a game in one invisible SVG, for pages with many boards; they link to the `stylesheet`."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="symbol-sheet" width="0" height="0" '
        f'aria-hidden="true">{_definitions(art, art.all_symbols())}</svg>'
    )


def draw_symbol(art: BoardArt, symbol: str, size: int, theme: Theme) -> str:
    """One symbol alone, on nothing, as standalone SVG: for programs that put pictures together themselves."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 {UNIT} {UNIT}">{_style(art, theme)}{art.all_symbols()[symbol]}</svg>'
    )


def stylesheet(art: BoardArt) -> str:
    """The rules for a game's colours in every theme, for a file of their own."""
    return _rules(art, Theme.AUTO)


def _accessible_name(
    art: BoardArt, picture: Picture, title: str, description: str, body: str
) -> tuple[str, str]:
    """The attributes and the elements that tell a screen reader what is seen."""
    if picture.decorative:
        return 'aria-hidden="true"', ""
    label = f"{art.name}-{crc32(f'{title}{description}{body}'.encode()):08x}"
    texts = (
        f'<title id="{label}-t">{escape(picture.title or title)}</title>'
        f'<desc id="{label}-d">{escape(description)}</desc>'
    )
    return f'role="img" aria-labelledby="{label}-t {label}-d"', texts


class _Grid:
    """Where things go on the board, and the marks all games share."""

    def __init__(self, art: BoardArt, *, flip: bool) -> None:
        self.art = art
        self.flip = flip

    def corner(self, square: str) -> tuple[int, int]:
        """The upper left corner of a square in the picture."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        column = self.art.files - 1 - file if self.flip else file
        row = rank if self.flip else self.art.ranks - 1 - rank
        return column * UNIT, row * UNIT

    def use(self, piece: Placed) -> str:
        x, y = self.corner(piece.square)
        opacity = f' opacity="{piece.opacity:g}"' if piece.opacity != 1 else ""
        name = f"{self.art.name}-{piece.symbol}"
        return f'<use href="#{name}" x="{x}" y="{y}"{opacity}/>'

    def arrow(self, arrow: Arrow) -> str:
        (x1, y1), (x2, y2) = self.corner(arrow.origin), self.corner(arrow.target)
        half = UNIT // 2
        x1, y1, x2, y2 = x1 + half, y1 + half, x2 + half, y2 + half
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1.0)
        along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
        neck_x, neck_y = x2 - along_x * 40, y2 - along_y * 40
        points = " ".join(
            f"{x:.1f},{y:.1f}"
            for x, y in (
                (x2, y2),
                (neck_x - along_y * 22, neck_y + along_x * 22),
                (neck_x + along_y * 22, neck_y - along_x * 22),
            )
        )
        return (
            f'<g opacity=".8"><path d="M{x1} {y1}L{neck_x:.1f} {neck_y:.1f}" stroke-width="14" '
            f'stroke-linecap="round" class="{self._stroke("arrow")}"/>'
            f'<polygon points="{points}" class="{self._fill("arrow")}"/></g>'
        )

    def coordinates(self) -> str:
        art = self.art
        if art.labels:
            return self._labels(art.labels)
        labels = []
        for file in range(art.files):
            letter = chr(ord("a") + file)
            x, _ = self.corner(f"{letter}1")
            labels.append((x + UNIT // 2, art.ranks * UNIT + 38, letter))
        for rank in range(1, art.ranks + 1):
            _, y = self.corner(f"a{rank}")
            labels.append((-_MARGIN // 2 - 1, y + 63, str(rank)))
        texts = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in labels)
        return (
            f'<g data-layer="labels" class="{self._fill("label")}" font-size="36" text-anchor="middle" '
            f'font-family="sans-serif" aria-hidden="true">{texts}</g>'
        )

    def _labels(self, labels: Mapping[str, str]) -> str:
        corners = ((self.corner(square), text) for square, text in labels.items())
        texts = "".join(f'<text x="{x + 4}" y="{y + 20}">{text}</text>' for (x, y), text in corners)
        return (
            f'<g data-layer="labels" data-on="squares" class="{self._fill("label")}" font-size="19" '
            f'font-family="sans-serif" aria-hidden="true">{texts}</g>'
        )

    def _fill(self, colour: str) -> str:
        return fill(self.art.name, colour)

    def _stroke(self, colour: str) -> str:
        return stroke(self.art.name, colour)


def _definitions(art: BoardArt, used: Iterable[str]) -> str:
    stock = art.all_symbols()
    symbols = "".join(f'<g id="{art.name}-{key}">{stock[key]}</g>' for key in sorted(used))
    return f'<defs><g id="{art.name}-grid">{_empty_board(art)}</g>{symbols}</defs>'


def _mark_symbols(name: str) -> dict[str, str]:
    """What all games mark squares with."""

    def frame(more: str) -> str:
        return f'<rect x="4" y="4" width="92" height="92" stroke-width="7"{more} class="{stroke(name, "mark")}"/>'

    def filled(colour: str) -> str:
        return f'<rect x="1" y="1" width="98" height="98" class="{fill(name, colour)}"/>'

    return {
        LAST: filled("last"),
        HIGHLIGHT: filled("highlight"),
        TARGET: frame(""),
        TOUCHED: frame(' stroke-dasharray="14 10"'),
        HEAD: f'<polygon points="0,0 -36,20 -36,-20" class="{fill(name, "arrow")}"/>',
        MAY_GO: f'<circle cx="50" cy="50" r="17" class="{fill(name, "arrow")}"/>',
        MAY_CAPTURE: (
            f'<circle cx="50" cy="50" r="44" stroke-width="10" stroke-dasharray="23 11.56" '
            f'class="{stroke(name, "arrow")}"/>'
        ),
    }


def _empty_board(art: BoardArt) -> str:
    width, height = art.files * UNIT, art.ranks * UNIT
    tiles = "".join(
        f"M{column * UNIT} {row * UNIT}h{UNIT}v{UNIT}h-{UNIT}z"
        for row in range(art.ranks)
        for column in range(art.files)
        if (row + column) % 2
    )
    lines = "".join(f"M{column * UNIT} 0v{height}" for column in range(1, art.files))
    lines += "".join(f"M0 {row * UNIT}h{width}" for row in range(1, art.ranks))
    return (
        f'<rect width="{width}" height="{height}" class="{fill(art.name, "square")}"/>'
        f'<path d="{tiles}" class="{fill(art.name, "square2")}"/>'
        f'<path d="{lines}" class="{stroke(art.name, "grid")}" stroke-width="2"/>'
        f"{art.ground}"
        f'<rect width="{width}" height="{height}" class="{stroke(art.name, "frame")}" stroke-width="6"/>'
    )


def _style(art: BoardArt, theme: Theme) -> str:
    return f"<style>{_rules(art, theme)}</style>"


def _rules(art: BoardArt, theme: Theme) -> str:
    """Rules for the colour classes: plain values for a fixed theme, custom properties for `AUTO`."""
    colours = art.all_colours()
    if theme is not Theme.AUTO:
        return _classes(art.name, {name: getattr(colour, theme.value) for name, colour in colours.items()})
    root = f".{art.name}-board"

    def properties(kind: str) -> str:
        return "".join(f"--{art.name}-{name}:{getattr(colour, kind)};" for name, colour in colours.items())

    dark = properties("dark")
    variables = {name: f"var(--{art.name}-{name})" for name in colours}
    return (
        f"{root}{{{properties('light')}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) {root},{root}:root{{{dark}}}}}"
        f":root[data-theme=dark] {root}{{{dark}}}"
        f"@media print{{:root:root:root {root},{root}:root:root{{{properties('print')}}}}}"
        f"{_classes(art.name, variables)}"
    )


def _classes(name: str, values: Mapping[str, str]) -> str:
    return "".join(
        f".{fill(name, colour)}{{fill:{value}}}.{stroke(name, colour)}{{stroke:{value};fill:none}}"
        for colour, value in values.items()
    )
