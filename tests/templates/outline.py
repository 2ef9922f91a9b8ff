"""Reads the elements of a page."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Outline(HTMLParser):
    """Collects the elements of a page, and checks on the way that they are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.misplaced: list[str] = []
        self.script_text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.misplaced.append(tag)

    def handle_data(self, data: str) -> None:
        # A block of data is no script: the policy has nothing against it.
        is_data = self.elements and self.elements[-1][1].get("type") == "application/json"
        if self.open and self.open[-1] == "script" and not is_data:
            self.script_text += data.strip()

    def all(self, attribute: str) -> Iterator[str]:
        for _, attributes in self.elements:
            if (value := attributes.get(attribute)) is not None:
                yield value
