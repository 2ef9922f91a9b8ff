"""Files that others wrote: unchanged, and with their licences; and our pictures beside them."""

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


@pytest.mark.parametrize("picture", ["favicon.svg", "wordmark.svg", "symbols.svg"])
def test_pictures_are_small_and_plain(picture: str) -> None:
    text = (STATIC / "images" / picture).read_text()

    assert len(text) < 10_000
    assert re.search(r"<script|<style|style=|href=", text) is None
