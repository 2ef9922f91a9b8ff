"""Pictures of a game to share, made of the engine's drawings: SVG, PNG, a card for links, the whole game as GIF."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Iterator
from enum import StrEnum
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final, NamedTuple

import reportlab
import resvg_py
from csp.constants import HEADER, NONE
from csp.utils import build_policy
from django.conf import settings
from django.core.files.storage import storages
from django.http import Http404, HttpResponse, QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import Image

from core.errors import TooManyRequests
from core.permissions.actors import Actor
from core.web.kept_files import KeptFiles
from core.web.rate_limits import RateLimit
from core.web.refusals import waiting_time
from engine.drawing import LAST, TARGET, TOUCHED, UNIT, Picture, Theme, draw, draw_symbol, view_box
from games.adjudication.selectors import current_verdict
from games.models import Game
from games.policies import allowed_views
from games.replay.presenters.board import Board, build_picture_board
from games.replay.presenters.display import path_to
from games.replay.presenters.frame import RequestedPlace, parse_place
from games.replay.presenters.replay import OPEN_VIEW, Replay, ReplayPly, outline_replay
from games.replay.presenters.subject import game_subject

# The one font at hand that a renderer without system fonts can use; only coordinates are written with it.
_FONT: Final = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
CARD_SIZE: Final = (1200, 630)  # what sites that show a link's picture expect
_CARD_GROUND: Final = "#cda56c"
_CARD_EDGE: Final = 24
_PAPER: Final = "#f8f2e5"
_PICTURE_SQUARE: Final = 64

# A square of the animation: the board's edge is then a whole number of pixels.
_GIF_SQUARE: Final = 50
_GIF_COLOURS: Final = 128
_GIF_STEP, _GIF_START, _GIF_END = 800, 1200, 3000  # milliseconds
MAX_GIF_PLIES: Final = 500


class PictureFormat(StrEnum):
    SVG = "svg"
    PNG = "png"
    CARD = "card"  # a PNG with the board in the middle, for links
    GIF = "gif"


_CONTENT_TYPES: Final = {
    PictureFormat.SVG: "image/svg+xml",
    PictureFormat.PNG: "image/png",
    PictureFormat.CARD: "image/png",
    PictureFormat.GIF: "image/gif",
}
_EXTENSIONS: Final = {PictureFormat.CARD: "png"}


class _PictureKey(NamedTuple):
    """Everything a picture depends on. `view` is what the viewer may see: nobody gets what was drawn for other eyes."""

    version: str
    game: int
    text: str  # a digest of the record
    players: str
    verdict: int  # whose witness is one of the lines; 0 in the main line
    view: str
    line: int
    ply: int | None
    flip: bool | None
    picture_format: PictureFormat
    language: str


def picture_response(
    game: Game, actor: Actor, query: QueryDict, picture_format: PictureFormat, *, network: str
) -> HttpResponse:
    """The picture of the place that the query names, without a ply of the last; GIF: of the whole game.

    The actor may see the game. `Http404` if there is no such place, or none that the actor may see. It is drawn once
    and kept; for one network so many are drawn in an hour, then it is `TooManyRequests`.
    """
    place = parse_place(query, allowed_views(actor, game))
    if picture_format is PictureFormat.GIF:
        _refuse_unless_there(game, actor, place)
        place = place._replace(line=0, ply=None)
    key = _key_of(game, place, picture_format)

    def make() -> bytes:
        _count_drawing(network, picture_format)
        subject = game_subject(game, actor)
        plies = MAX_GIF_PLIES if picture_format is PictureFormat.GIF else 1
        return _draw(build_picture_board(subject, place, plies=plies), picture_format)

    data = _kept_pictures().get_or_make(repr(key), make)
    response = HttpResponse(data, content_type=_CONTENT_TYPES[picture_format])
    ply = game.ply_count if place.ply is None else place.ply
    extension = _EXTENSIONS.get(picture_format, picture_format.value)
    response["Content-Disposition"] = f'inline; filename="{game.kind}-{game.pk}-{ply}.{extension}"'
    if picture_format is PictureFormat.SVG:
        # It carries its colours with it, and its policy allows these and no other style.
        response[HEADER] = picture_csp(data.decode())
    if actor.is_anonymous:
        # What everybody may see may stand on every site.
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _key_of(game: Game, place: RequestedPlace, picture_format: PictureFormat) -> _PictureKey:
    verdict = current_verdict(game) if place.line and place.view == OPEN_VIEW else None
    return _PictureKey(
        version=settings.VERSION,
        game=game.pk,
        text=blake2b(game.text.canonical.encode(), digest_size=16).hexdigest(),
        players=f"{game.first_name} – {game.second_name}",
        verdict=verdict.pk if verdict else 0,
        view=place.view,
        line=place.line,
        ply=place.ply,
        flip=place.flip,
        picture_format=picture_format,
        language=get_language() or "",
    )


def _refuse_unless_there(game: Game, actor: Actor, place: RequestedPlace) -> None:
    if not place.line and place.ply is None:
        return
    subject = game_subject(game, actor)
    lines = outline_replay(subject.record, place.view, subject.added)
    if not path_to(lines, place.line, game.ply_count if place.ply is None else place.ply):
        raise Http404


def _kept_pictures() -> KeptFiles:
    shared = storages["pictures"] if "pictures" in storages.backends else None
    return KeptFiles(settings.GAMES_PICTURES_DIR, settings.GAMES_KEPT_PICTURES_BYTES, shared)


def _count_drawing(network: str, picture_format: PictureFormat) -> None:
    """Kept pictures are not counted: they cost nothing."""
    if picture_format is PictureFormat.GIF:
        limit = RateLimit("games-animation", settings.GAMES_ANIMATIONS_PER_HOUR)
    else:
        limit = RateLimit("games-picture", settings.GAMES_PICTURES_PER_HOUR)
    if wait := limit.seconds_to_wait(network):
        raise TooManyRequests(
            _("Too many pictures were asked for from your network. Please try again %(when)s.")
            % {"when": waiting_time(wait)},
            wait,
        )


def _draw(board: Board, picture_format: PictureFormat) -> bytes:
    options = Picture(size=_PICTURE_SQUARE, flip=board.place.flip)
    printed = options._replace(theme=Theme.LIGHT)
    match picture_format:
        case PictureFormat.SVG:
            title = f"{board.subject.title}: {board.words}"
            return board.frame.svg(options._replace(title=title)).encode()
        case PictureFormat.PNG:
            return render_png(board.frame.svg(printed))
        case PictureFormat.CARD:
            sized = printed._replace(size=card_square_size(board.replay), coordinates=False)
            return render_card(board.frame.svg(sized))
        case PictureFormat.GIF:
            return render_gif(board.replay, flip=board.place.flip)


def render_png(svg: str) -> bytes:
    """An SVG with a fixed theme as PNG."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            font_files=[str(_FONT)],
            skip_system_fonts=True,
            sans_serif_family="Bitstream Vera Sans",
        )
    )


def render_card(svg_of_size: str) -> bytes:
    """A board in the middle of a card for links; the SVG has to be `card_square_size` pixels a square."""
    board = Image.open(io.BytesIO(render_png(svg_of_size))).convert("RGBA")
    ground = Image.new("RGBA", CARD_SIZE, _CARD_GROUND)
    ground.alpha_composite(
        board, ((CARD_SIZE[0] - board.width) // 2, max(0, (CARD_SIZE[1] - board.height) // 2))
    )
    file = io.BytesIO()
    ground.convert("RGB").save(file, "PNG", optimize=True)
    return file.getvalue()


def card_square_size(replay: Replay) -> int:
    """How large a square is so that the board fills the height of a card."""
    box = view_box(replay.display.art, coordinates=False)
    return (CARD_SIZE[1] - 2 * _CARD_EDGE) * UNIT // box.height


def render_gif(replay: Replay, *, flip: bool) -> bytes:
    """The main line as an animation; of a very long game its last plies."""
    frames = list(_Animation(replay, flip=flip).frames())
    file = io.BytesIO()
    durations = [_GIF_START, *[_GIF_STEP] * (len(frames) - 1)]
    durations[-1] = _GIF_END
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        optimize=True,  # what has not changed is left out
        disposal=1,
    )
    return file.getvalue()


class _Animation:
    """Puts the frames together square by square: most of the board stays as it was."""

    def __init__(self, replay: Replay, *, flip: bool) -> None:
        self.replay = replay
        self.flip = flip
        self.art = replay.display.art
        options = Picture(size=_GIF_SQUARE, flip=flip, theme=Theme.LIGHT)
        empty = draw(self.art, (), options, title="", description="")
        board = Image.open(io.BytesIO(render_png(empty))).convert("RGBA")
        self.empty = Image.new("RGBA", board.size, _PAPER)
        self.empty.alpha_composite(board)
        self.symbols: dict[str, Image.Image] = {}
        self.palette = self._palette()

    def frames(self) -> Iterator[Image.Image]:
        plies = self.replay.main.plies
        skipped = max(0, len(plies) - MAX_GIF_PLIES)
        contents = self.replay.contents_at(0, skipped)
        picture = self._quantized(self.empty)
        for square in contents:
            self._paint(picture, square, contents.get(square, ""), None)
        yield picture
        touched: set[str] = set()
        for replay_ply in plies[skipped:]:
            contents.update(replay_ply.changes)
            # A frame of its own: the writer compares each with the one before.
            picture = picture.copy()
            now = {replay_ply.effect.path[0], replay_ply.effect.path[-1]}
            now |= {mark.square for mark in (*replay_ply.effect.placed, *replay_ply.effect.fallen)}
            for square in touched | now | replay_ply.changes.keys():
                self._paint(picture, square, contents.get(square, ""), replay_ply)
            touched = now
            yield picture

    def _paint(self, picture: Image.Image, square: str, content: str, replay_ply: ReplayPly | None) -> None:
        x, y = self._corner(square)
        patch = self.empty.crop((x, y, x + _GIF_SQUARE, y + _GIF_SQUARE))
        for symbol, opacity in self._layers(square, content, replay_ply):
            patch.alpha_composite(self._symbol(symbol, opacity))
        picture.paste(self._quantized(patch), (x, y))

    def _layers(self, square: str, content: str, replay_ply: ReplayPly | None) -> Iterator[tuple[str, float]]:
        effect = replay_ply.effect if replay_ply else None
        if effect and square in (effect.path[0], effect.path[-1]):
            yield LAST, 1.0
        for symbol in content.split():
            yield symbol, 1.0
        if effect is None:
            return
        for mark in effect.fallen:
            if mark.square == square:
                yield mark.symbol, mark.opacity
        if square == effect.path[-1]:
            yield TARGET, 1.0
        elif any(placed.square == square for placed in effect.placed):
            yield TOUCHED, 1.0

    def _symbol(self, symbol: str, opacity: float) -> Image.Image:
        key = f"{symbol} {opacity}"
        found = self.symbols.get(key)
        if found is None:
            svg = draw_symbol(self.art, symbol, _GIF_SQUARE, Theme.LIGHT)
            found = Image.open(io.BytesIO(render_png(svg))).convert("RGBA")
            if opacity != 1:
                found.putalpha(found.getchannel("A").point(lambda alpha: round(alpha * opacity)))
            self.symbols[key] = found
        return found

    def _corner(self, square: str) -> tuple[int, int]:
        """The upper left pixel of a square; the board begins right of the coordinates and below the edge."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        column = self.art.files - 1 - file if self.flip else file
        row = rank if self.flip else self.art.ranks - 1 - rank
        box = view_box(self.art, coordinates=True)
        scale = _GIF_SQUARE / UNIT
        return round((column * UNIT - box.x) * scale), round((row * UNIT - box.y) * scale)

    def _palette(self) -> Image.Image:
        """Colours for all frames, chosen from the empty board and every symbol that may lie on it."""
        names = sorted({symbol for content in self._all_contents() for symbol in content.split()} | {LAST})
        sheet = Image.new("RGB", (self.empty.width, self.empty.height + _GIF_SQUARE * (1 + len(names) // 7)))
        sheet.paste(self.empty.convert("RGB"), (0, 0))
        for index, name in enumerate(names):
            at = (index % 7 * _GIF_SQUARE, self.empty.height + index // 7 * _GIF_SQUARE)
            sheet.paste(_CARD_GROUND, (*at, at[0] + _GIF_SQUARE, at[1] + _GIF_SQUARE))
            symbol = self._symbol(name, 1.0)
            sheet.paste(symbol, at, symbol)
        return sheet.quantize(_GIF_COLOURS)

    def _all_contents(self) -> set[str]:
        found = set(self.replay.start.values()) | set((self.replay.board_then or {}).values())
        for replay_ply in self.replay.main.plies:
            found.update(replay_ply.changes.values())
            found.update(mark.symbol for mark in replay_ply.effect.fallen)
        return found

    def _quantized(self, picture: Image.Image) -> Image.Image:
        return picture.convert("RGB").quantize(palette=self.palette, dither=Image.Dither.NONE)


def picture_csp(drawing: str) -> str:
    """The policy for content that belongs to this drawing."""
    return str(build_policy(replace={"script-src": [NONE], "style-src": _styles_of(drawing) or [NONE]}))


def _styles_of(drawing: str) -> list[str]:
    """The sources a policy has to name, so that a drawing may wear what stands in its own `<style>`."""
    styles = re.findall("<style>(.*?)</style>", drawing, re.DOTALL)
    return [f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" for style in styles]
