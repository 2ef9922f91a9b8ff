"""Files that others wrote: unchanged, and with their licences."""

import hashlib
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "static"
DIRECTORIES = [STATIC / "vendor/htmx", STATIC / "fonts"]


@pytest.mark.parametrize("directory", DIRECTORIES, ids=lambda directory: directory.name)
def test_vendored_files_are_what_they_were_when_they_came(directory: Path) -> None:
    sums = dict(reversed(line.split("  ")) for line in (directory / "SHA256SUMS").read_text().splitlines())
    files = {path.name for path in directory.iterdir()} - {"SHA256SUMS", "LICENSE", "OFL.txt", "README.md"}

    assert {name: hashlib.sha256((directory / name).read_bytes()).hexdigest() for name in files} == sums


def test_vendored_files_come_with_their_licences() -> None:
    assert (STATIC / "vendor/htmx/LICENSE").read_text().startswith("Zero-Clause BSD")
    assert "SIL OPEN FONT LICENSE Version 1.1" in (STATIC / "fonts/OFL.txt").read_text()


def test_htmx_is_of_the_version_its_name_says() -> None:
    (file,) = (STATIC / "vendor/htmx").glob("*.js")

    assert re.findall(r'version:"([^"]+)"', file.read_text()) == ["2.0.10"]
    assert file.name == "htmx-2.0.10.min.js"


def test_the_stylesheet_takes_nothing_from_elsewhere() -> None:
    style = (STATIC / "css/kiebitz.css").read_text()

    assert "@import" not in style
    assert set(re.findall(r'url\("([^"]+)"\)', style)) == {
        "../fonts/vollkorn-latin-600-normal.woff2",
        "../fonts/vollkorn-latin-ext-600-normal.woff2",
    }
    assert style.count("url(") == 2


def test_colours_are_named_in_one_place() -> None:
    """After the tokens, rules use custom properties; only pictures have colours of their own."""
    rules = (
        (STATIC / "css/kiebitz.css").read_text().partition("/* --- Ground")[2].partition("@media print")[0]
    )
    lines = [line for line in rules.splitlines() if re.search(r"#[0-9a-f]{3,8}\b|rgb\(", line)]

    assert [
        line for line in lines if not line.lstrip().startswith((".art-", "box-shadow:", ".dialog::backdrop"))
    ] == []


@pytest.mark.parametrize("picture", ["favicon.svg", "wordmark.svg", "symbols.svg"])
def test_pictures_are_small_and_plain(picture: str) -> None:
    text = (STATIC / "images" / picture).read_text()

    assert len(text) < 10_000
    assert re.search(r"<script|<style|style=|href=", text) is None
