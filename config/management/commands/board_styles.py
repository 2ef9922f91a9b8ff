"""`manage.py board_styles`: what the stylesheet has to know of each game: the colours of its board, its options."""

import re
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.game_types import UNREFEREED_PREFIX
from engine import registry
from engine.drawing import stylesheet

STYLESHEET: Final = Path("static/css/kiebitz.css")
# The part between these two headings is written by this command.
HIDE: Final = "{ display: none; }"
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
    arts = [known.art for known in registry.descriptions() if known.art is not None]
    rules = "\n".join(_readable(stylesheet(art)) for art in arts)
    hidden = ",\n".join(_other_fields(name) for name in registry.names())
    hidden += f",\n{_all_fields_of_games()}"
    fields = f"/* Options of another game than the chosen one; without :has() they are all shown. */\n{hidden} {HIDE}"
    return f"{style[:start]}\n\n{rules}\n\n{fields}\n\n{style[style.index(ENDS) :]}"


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
