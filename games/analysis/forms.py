"""What comes in: a new analysis, and the tree that the script saves."""

import json
import re
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from core.game_types import describe
from core.json_bounds import count_json_values
from engine import registry
from games.analysis.services import MAX_NODES, NewNode
from games.models.analysis import MAX_TITLE_LENGTH
from games.recorder.forms import recordable_games

MAX_POSITION: Final = 200
MAX_COMMENT: Final = 2000
MAX_COMMENTS: Final = 8
MAX_ARROWS: Final = 24
MAX_GLYPHS: Final = 2
MAX_BODY: Final = 512 * 1024
_PLY: Final = re.compile(r"[!-~]{1,60}")
_ARROW: Final = re.compile(r"[a-z][0-9]{1,2}[a-z][0-9]{1,2}")


def analysable_games() -> list[tuple[str, str]]:
    """Those whose rules a browser knows."""
    return [(name, label) for name, label in recordable_games() if describe(name).browser_module]


class NewAnalysisForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=MAX_TITLE_LENGTH)
    kind = forms.ChoiceField(label=_("Game"), choices=analysable_games, widget=forms.RadioSelect)
    position = forms.CharField(
        label=_("Position"),
        max_length=MAX_POSITION,
        required=False,
        help_text=_("A position string. Left empty, the analysis begins with the start of the game."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].initial = analysable_games()[0][0]


class GameAnalysisForm(forms.Form):
    """Of a game: its plies are known."""

    title = forms.CharField(label=_("Title"), max_length=MAX_TITLE_LENGTH)


class SentTree(NamedTuple):
    title: str
    seen: int
    nodes: list[NewNode]


def parse_tree(body: bytes) -> SentTree:
    """What the script sends; `Refused` if it is no tree, or too large."""
    damaged = Refused(gettext("This is not an analysis."))
    if len(body) > MAX_BODY or count_json_values(body) > 20 * MAX_NODES:
        raise Refused(gettext("This analysis is too long."))
    try:
        data = json.loads(body)
        title, seen, rows = data["title"], data["version"], data["nodes"]
        if not isinstance(title, str) or not isinstance(rows, list) or not rows:
            raise damaged
        if isinstance(seen, bool) or not isinstance(seen, int):
            raise damaged
        title = " ".join(title.replace("\0", "").split())[:MAX_TITLE_LENGTH]
        title.encode()  # half a character, which JSON can write, is an error as well
        if not title:
            raise Refused(gettext("Please give the analysis a title."))
        return SentTree(title, seen, [_node(row, is_start=not number) for number, row in enumerate(rows)])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise damaged from error


def _node(row: dict[str, Any], *, is_start: bool) -> NewNode:
    parent, ply = row["parent"], row["ply"]
    if is_start:
        parent, ply = None, ""
    elif isinstance(parent, bool) or not isinstance(parent, int) or not _PLY.fullmatch(ply):
        raise ValueError(ply)
    comments = [_text(each) for each in _list(row["comments"], MAX_COMMENTS)]
    glyphs = [_glyph(each) for each in _list(row["glyphs"], MAX_GLYPHS)]
    arrows = _list(row["arrows"], MAX_ARROWS)
    if any(not _ARROW.fullmatch(each) for each in arrows):
        raise ValueError("arrows")
    return NewNode(parent, ply, comments, glyphs, arrows)


def _list(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError("list")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_COMMENT:
        raise ValueError("comment")
    value.encode()  # half of a pair of surrogates is a ValueError as well
    return value


def _glyph(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
        raise ValueError("glyph")
    return value


class SentPosition(NamedTuple):
    kind: str
    position: str


def parse_position(body: bytes) -> SentPosition:
    """A position that is asked about, of a game that the site knows."""
    try:
        data = json.loads(body[:MAX_BODY])
        kind, position = data["kind"], data["position"]
        if not isinstance(position, str) or len(position) > MAX_POSITION or "\0" in position:
            raise Refused(gettext("This is not a position."))
        if not isinstance(kind, str) or kind not in registry.names():
            raise Refused(gettext("There is no such game."))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(gettext("This is not a position.")) from error
    return SentPosition(kind, position)
