"""What people read is marked for translation: in the templates, and in the refusals and the forms of the code."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType
from django.utils.functional import Promise

from config.views import PLAIN_SERVER_ERROR

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(path for kind in ("html", "txt") for path in (ROOT / "templates").rglob(f"*.{kind}"))
APPS = ("audit", "backups", "config", "core", "games", "jobs", "players", "tournaments")

WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}")
THE_SAME_EVERYWHERE = {"Kiebitz", "CSV", "JSON", "UTC"}
READ_ALOUD_OR_SHOWN = {"alt", "aria-label", "data-label", "label", "placeholder", "title"}
FOR_PROGRAMS = {"code", "pre", "script", "style", "textarea"}
# Of a field in a form or a model, of a model, of an action in the administration.
SHOWN_IN_FORMS = {"description", "empty_label", "error_messages", "help_text", "help_texts", "label", "labels",
                  "verbose_name", "verbose_name_plural"}  # fmt: skip
TOLD_TO_PEOPLE = {"Conflict", "Refused", "TooManyRequests", "ValidationError"}


def unmarked(source: str) -> list[str]:
    """The words that a template shows in one language only."""
    shown, marked = [], 0
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.BLOCK:
            marked += {"blocktranslate": 1, "endblocktranslate": -1}.get(token.contents.split()[0], 0)
        elif token.token_type is TokenType.TEXT and not marked:
            shown.append(token.contents)
    reader = _Reader()
    reader.feed("".join(shown))
    reader.close()
    return [word for text in reader.texts for word in WORD.findall(text) if word not in THE_SAME_EVERYWHERE]


class _Reader(HTMLParser):
    """Collects what a page shows and what it says to screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._for_programs = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._for_programs = self._for_programs or (tag if tag in FOR_PROGRAMS else "")
        self.texts += [value for name, value in attrs if name in READ_ALOUD_OR_SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag == self._for_programs:
            self._for_programs = ""

    def handle_data(self, data: str) -> None:
        if not self._for_programs:
            self.texts.append(data)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>{% translate 'Good' %} {{ day }}</p>", []),
        ("{% blocktranslate trimmed %}Good {{ day }}{% endblocktranslate %} · Kiebitz", []),
        ("<p{% if x %} title='Noon'{% endif %}>{% if x %}Good day{% endif %}</p>", ["Noon", "Good", "day"]),
        ("<code>b1-b3 Board</code> 1. b1-b3 {# a comment #}", []),
    ],
)
def test_words_that_are_not_marked_are_found(source: str, words: list[str]) -> None:
    assert unmarked(source) == words


def test_every_word_of_the_templates_is_marked() -> None:
    found = {str(path.relative_to(ROOT)): unmarked(path.read_text()) for path in TEMPLATES}

    assert len(found) > 250
    assert {path: words for path, words in found.items() if words} == {}


def test_every_refusal_that_people_read_is_marked() -> None:
    plain = [
        f"{place}:{call.lineno} {ast.unparse(call)}"
        for place, tree in _code()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _is_told_to_people(call) and any(map(_is_plain, call.args))
    ]

    assert plain == []


def test_every_label_and_every_error_of_a_form_is_marked() -> None:
    plain = [f"{place}:{line} {words}" for place, tree in _code() for line, words in _unmarked_in_forms(tree)]

    assert plain == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("CharField(label=_('Name'), help_text=_('Yours'))", []),
        ("CharField(label='Name', help_text=f'Your {name}')", ["'Name'", "f'Your {name}'"]),
        ("CharField(label=f'{event} · {section}'); CharField(label='')", []),
        ("class Meta:\n    labels = {'name': 'Name'}", ["'Name'"]),
        (
            "class Meta:\n    error_messages = {'name': {'required': 'Please type it.'}}",
            ["'Please type it.'"],
        ),
        ("form.add_error('name', 'Please type it.')", ["'Please type it.'"]),
        ("self.add_error(None, _('Please type it.'))", []),
    ],
)
def test_words_of_forms_that_are_not_marked_are_found(source: str, words: list[str]) -> None:
    assert [found for _, found in _unmarked_in_forms(ast.parse(source))] == words


def test_the_words_for_when_no_page_can_be_shown_are_marked() -> None:
    assert isinstance(PLAIN_SERVER_ERROR, Promise)


def _code() -> Iterator[tuple[Path, ast.Module]]:
    """The modules of the apps. Migrations are history, and nobody reads what stands in them."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT), ast.parse(path.read_text())


def _unmarked_in_forms(tree: ast.Module) -> Iterator[tuple[int, str]]:
    shown: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.keyword(str(name), value) if name in SHOWN_IN_FORMS:
                shown.append(value)
            # The label of an app is its name for programs.
            case ast.Assign([ast.Name(name)], value) if name in SHOWN_IN_FORMS - {"label"}:
                shown.append(value)
            case ast.Call(ast.Attribute(_, "add_error"), [_, error]):
                shown.append(error)
    for value in shown:
        yield from ((words.lineno, ast.unparse(words)) for words in _plain_words(value))


def _plain_words(value: ast.expr) -> Iterator[ast.expr]:
    """Also in the values of a table: labels and errors by the name of a field."""
    match value:
        case ast.Dict(_, values):
            for each in values:
                yield from _plain_words(each)
        case ast.Constant(str(text)) if WORD.search(text):
            yield value
        case ast.JoinedStr(parts) if any(
            isinstance(part, ast.Constant) and WORD.search(part.value) for part in parts
        ):
            yield value


def _is_told_to_people(call: ast.Call) -> bool:
    match call.func:
        case ast.Name(name):
            return name in TOLD_TO_PEOPLE
        case ast.Attribute(ast.Name(owner), name):
            return owner == "messages" or name in TOLD_TO_PEOPLE
    return False


def _is_plain(argument: ast.expr) -> bool:
    return isinstance(argument, ast.JoinedStr) or (
        isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
