"""`manage.py board_styles`: what the stylesheet has to know of each game.

That is the colours and proportions of its board, the colours of its sides, and its options.
"""

import re
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.game_types import UNREFEREED_PREFIX
from engine import registry
from engine.drawing import BoardArt, stylesheet

STYLESHEET: Final = Path("static/css/kiebitz.css")
# The part between these two headings is written by this command.
HIDE: Final = "{ display: none; }"
# A side with more kinds of pieces needs two lines for those that it has lost, and small pictures of them.
KINDS_IN_A_LINE: Final = 6
BEGINS, ENDS = "/* --- Drawn by the engine", "/* --- Ground"


class Command(BaseCommand):
    help = "Write the colours of the boards into static/css/kiebitz.css; with --check, only see whether they are there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if something has to be written"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = settings.BASE_DIR / STYLESHEET
        present = file.read_text(encoding="utf-8")
        wanted = with_board_styles(present)
        if present == wanted:
            return
        if options["check"]:
            raise CommandError(f"{STYLESHEET} has other colours than the engine: run manage.py board_styles.")
        file.write_text(wanted, encoding="utf-8")
        self.stdout.write(f"Wrote {STYLESHEET}.")


def with_board_styles(style: str) -> str:
    """The stylesheet with the rules of the engine in their place."""
    start = style.index("*/", style.index(BEGINS)) + len("*/")
    games = [(known.name, known.art) for known in registry.descriptions() if known.art is not None]
    rules = "\n".join(_readable(stylesheet(art)) for _name, art in games)
    layout = "\n".join(_layout(name, art, registry.rules(name).sides) for name, art in games)
    layout = f"/* The pages with a board of each game, and the marks of its sides. */\n{layout}"
    hidden = ",\n".join(_other_fields(name) for name in registry.names())
    hidden += f",\n{_all_fields_of_games()}"
    fields = f"/* Options of another game than the chosen one; without :has() they are all shown. */\n{hidden} {HIDE}"
    return f"{style[:start]}\n\n{rules}\n\n{layout}\n\n{fields}\n\n{style[style.index(ENDS) :]}"


def _layout(game: str, art: BoardArt, sides: tuple[str, str]) -> str:
    """How wide the board is for its height, room for pieces that were lost, and a mark in the colour of each side."""
    kinds = max(sum(symbol.startswith(f"{side}-") for symbol in art.symbols) for side in sides)
    lost = " --lost-lines: 2; --lost-piece: 1.25rem;" if kinds > KINDS_IN_A_LINE else ""
    rules = [f".replay--{game} {{ --board-ratio: {art.files} / {art.ranks};{lost} }}"]
    rules += [
        f".{art.name}-board.player__side--{side} {{ background: var(--{art.name}-{side}); }}"
        for side in sides
        if side in art.all_colours()
    ]
    return "\n".join(rules)


def _other_fields(game: str) -> str:
    """Selects the fields of a form that this game does not know, while it is chosen or cannot be changed."""
    chosen = (
        f':is([data-game="{game}"]:not(:has([name="game"])), :has([name="game"] [value="{game}"]:checked))'
    )
    return f'.event-form{chosen} [data-games]:not([data-games~="{game}"])'


def _all_fields_of_games() -> str:
    """A game without a referee knows none of them."""
    chosen = (
        f':is([data-game^="{UNREFEREED_PREFIX}"]:not(:has([name="game"])), '
        f':has([name="game"] [value^="{UNREFEREED_PREFIX}"]:checked))'
    )
    return f".event-form{chosen} [data-games]"


def _readable(style: str) -> str:
    """One rule a line, long ones wrapped between declarations."""
    rules = re.sub(r"(?<=})(?!})", "\n", style).replace(";", "; ").splitlines()
    return "\n".join(fill(rule, 118, subsequent_indent="  ", break_on_hyphens=False) for rule in rules)
