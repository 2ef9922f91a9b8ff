"""Every message of the site: of its templates, its modules, and of pure code that only marks what others translate."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("audit", "backups", "config", "core", "engine", "games", "jobs", "players", "tournaments")
TEMPLATES: Final = "templates"
# What is written for developers and operators stays English.
NOT_TRANSLATED: Final = ("engine/cli/", "templates/style_guide/", "config/style_guide")

# The functions that mark messages, and where in their arguments these stand; "c" is the context.
KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("_", "_now", "gettext", "gettext_lazy", "gettext_noop", "Message", "Sentence"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "counted_sentence"), (1, 2)),
    "Trouble": (2,),  # of the reader of records
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
COMMENT_TAG: Final = "Translators:"


def extract_messages(root: Path = ROOT) -> Catalog:
    """As a catalogue without translations, in the order of the messages; the files they stand in, without lines."""
    found = Catalog(fuzzy=False)
    for path, source in _sources(root):
        place = path.relative_to(root).as_posix()
        if place.startswith(NOT_TRANSLATED):
            continue
        for _line, words, comments, context in extract(
            "python", io.BytesIO(source.encode()), KEYWORDS, [COMMENT_TAG], {"encoding": "utf-8"}
        ):
            is_empty = not (words[0] if isinstance(words, tuple) else words)
            if not is_empty:
                found.add(words, None, [(place, 0)], auto_comments=comments, context=context)
    return found


def _sources(root: Path) -> Iterator[tuple[Path, str]]:
    """Files of code, and templates as code that marks the same messages."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_text(encoding="utf-8")
    for path in sorted((root / TEMPLATES).rglob("*")):
        if path.suffix in (".html", ".txt", ".xml"):
            code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
            # Indented as a page is, it would not be Python.
            yield path, "\n".join(line.lstrip() for line in code.split("\n"))


def message_key(message: Message) -> tuple[str, str]:
    """By which a message is found: its words, of a plural the singular ones, and its context."""
    return forms_of(message.id)[0], message.context or ""


def forms_of(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """One form, or as many as a message about a number has."""
    return (words or "",) if words is None or isinstance(words, str) else tuple(words)
