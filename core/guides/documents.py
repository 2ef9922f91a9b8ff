"""Reads a document of docs/ and makes a page of it: headings with addresses, links that stay on the site.

    docs/events.md            in English
    docs/de/events.md         in another language; while there is none, the English one is shown

Headings have the same addresses in every language: those of the English document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final
from urllib.parse import urldefrag

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html

from core.db.folding import fold_text
from core.guides.contents import is_guide
from engine import registry

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

SOURCE_LANGUAGE: Final = "en"
RULES: Final = "rules"
# A heading such as “4.1 Moving a tile” or “6b Dead position” has a rule's number.
_RULE_NUMBER: Final = re.compile(r"(\d+(?:\.\d+)?[a-z]?) [A-Z]")
_NO_WORD: Final = re.compile(r"[^\w\- ]")
_FRAME: Final = '<div class="{}" role="region" aria-label="{}" tabindex="0">'
_FRAMES: Final = {"table_open": "table-frame", "fence": "guide__code", "code_block": "guide__code"}
_FRAME_ENDS: Final = frozenset({"table_close", "fence", "code_block"})


@dataclass(frozen=True, slots=True)
class Heading:
    """`anchor` is its address on the page."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A page: `html` begins below the title."""

    name: str
    language: str
    title: str
    html: str
    headings: tuple[Heading, ...]
    # What a search looks through.
    folded: str


def has_rules(game: str) -> bool:
    return game in registry.names() and (settings.GUIDES_DIR / RULES / f"{game}.md").is_file()


@cache
def read_document(name: str, language: str = SOURCE_LANGUAGE) -> Document:
    """Of a guide (`events`) or of the rules of a game (`rules/…`), in this language or else in English."""
    source = settings.GUIDES_DIR / f"{name}.md"
    translated = settings.GUIDES_DIR / language / f"{name}.md"
    anchors = _anchors(_markdown().parse(source.read_text(encoding="utf-8")), name)
    if language == SOURCE_LANGUAGE or not translated.is_file():
        translated, language = source, SOURCE_LANGUAGE
    return _render(name, language, _markdown().parse(translated.read_text(encoding="utf-8")), anchors)


def rule_anchor(game: str, rule: str) -> str:
    """Where a rule that an error names stands on the page of its game; empty if it has no place of its own there."""
    if not has_rules(game):
        return ""
    anchors = {heading.anchor for heading in read_document(f"{RULES}/{game}").headings}
    anchor = _slug(rule) if " " in rule else rule
    return anchor if anchor in anchors else ""


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 5 MB that workers do without

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _anchors(tokens: Sequence[Token], name: str) -> list[str]:
    """As code sites make them of headings, but for the rules of games, which have their numbers."""
    found = []
    for _heading, content in _heading_tokens(tokens):
        number = _RULE_NUMBER.match(content.content) if name.startswith(f"{RULES}/") else None
        found.append(number[1] if number else _slug(_plain(content)))
    return found


def _heading_tokens(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """What opens each heading, and what stands in it."""
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            yield token, content


def _slug(text: str) -> str:
    return _NO_WORD.sub("", text.lower()).replace(" ", "-")


def _plain(token: Token) -> str:
    return "".join(child.content or " " * (child.type == "softbreak") for child in token.children or [])


def _numbered(game: str, anchor: str) -> str:
    """Documents link to the headings of rules as code sites call them; here numbered ones have their numbers."""
    headings = read_document(f"{RULES}/{game}").headings if anchor else ()
    return next((heading.anchor for heading in headings if _slug(heading.text) == anchor), anchor)


def _render(name: str, language: str, tokens: list[Token], anchors: Sequence[str]) -> Document:
    headings = []
    for (heading, content), anchor in zip(_heading_tokens(tokens), anchors, strict=True):
        heading.attrSet("id", anchor)
        headings.append(Heading(int(heading.tag[1]), anchor, _plain(content)))
    title = headings.pop(0).text
    texts = [token for token in tokens if token.type == "inline"]
    for token in texts:
        token.children = list(_followed(token.children or [], PurePosixPath(name).parent))
    markdown = _markdown()
    html = markdown.renderer.render(list(_framed(tokens[3:], title)), markdown.options, {})
    return Document(name, language, title, html, tuple(headings), fold_text(" ".join(map(_plain, texts))))


def _framed(tokens: Sequence[Token], title: str) -> Iterator[Token]:
    """Tables and examples are wider than a phone: each has a frame that scrolls, called after its heading."""
    from markdown_it.token import Token

    label = title
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            label = _plain(tokens[position + 1])
        if token.type == "table_open":
            token.attrSet("class", "table")
        if token.type == "th_open" and not tokens[position + 1].content:
            token.tag = tokens[position + 2].tag = "td"  # a heading that says nothing is none
        if token.type in _FRAMES:
            yield Token("html_block", "", 0, content=format_html(_FRAME, _FRAMES[token.type], label))
        yield token
        if token.type in _FRAME_ENDS:
            yield Token("html_block", "", 0, content="</div>")


def _followed(children: Sequence[Token], folder: PurePosixPath) -> Iterator[Token]:
    """Links lead to pages of the site. What the site does not show is plain text."""
    is_dropped = False
    for child in children:
        if child.type == "image":
            child.attrSet("src", static(f"guides/{PurePosixPath(str(child.attrs['src'])).name}"))
            child.attrSet("loading", "lazy")
        elif child.type == "link_open":
            address = _address(str(child.attrs["href"]), folder)
            is_dropped = not address
            child.attrSet("href", address)
        if not (is_dropped and child.type in ("link_open", "link_close")):
            yield child
        if child.type == "link_close":
            is_dropped = False


def _address(target: str, folder: PurePosixPath) -> str:
    """Of a link in a document of this folder of docs/; empty if the site has no such page."""
    path, anchor = urldefrag(target)
    if "://" in path or not path:
        return target
    parts = [part for part in (folder / path).parts if part != "."]
    while ".." in parts and parts.index("..") > 0:
        position = parts.index("..")
        del parts[position - 1 : position + 1]
    name = "/".join(parts).removesuffix(".md")
    game = name.removeprefix(f"{RULES}/")
    if name != game and has_rules(game):
        page, anchor = reverse("game-rules", args=[game]), _numbered(game, anchor)
    elif is_guide(name):
        page = reverse("guide", args=[name])
    else:
        return ""
    return f"{page}#{anchor}" if anchor else page
