"""`manage.py board_styles`: the colours of the boards in the stylesheet, as the engine draws them."""

import re
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.barragoon.drawing import ART as BARRAGOON
from engine.drawing import stylesheet
from engine.stratego.art import ART as STRATEGO

STYLESHEET: Final = Path("static/css/kiebitz.css")
# The part between these two headings is written by this command.
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
    rules = "\n".join(_readable(stylesheet(art)) for art in (BARRAGOON, STRATEGO))
    return f"{style[:start]}\n\n{rules}\n\n{style[style.index(ENDS) :]}"


def _readable(style: str) -> str:
    """One rule a line, long ones wrapped between declarations."""
    rules = re.sub(r"(?<=})(?!})", "\n", style).replace(";", "; ").splitlines()
    return "\n".join(fill(rule, 118, subsequent_indent="  ", break_on_hyphens=False) for rule in rules)
