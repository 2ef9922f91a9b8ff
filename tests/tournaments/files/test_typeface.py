"""Letters of every script in PDF files."""

import hashlib

import pytest

from tournaments.files.typeface import (
    BOLD,
    FALLBACK,
    FOLDER,
    HEAD,
    TEXT,
    fitting_size,
    markup,
    runs,
    shortened_to,
    width_of,
)


@pytest.mark.parametrize("text", ["Łukasz", "Ελένη", "Дмитрий", "½–½"])
def test_most_scripts_need_one_font(text: str) -> None:
    for font in (TEXT, BOLD, HEAD):
        assert runs(text, font) == [(font, text)]


def test_another_font_helps_out_for_single_letters() -> None:
    assert runs("Aiko 佐藤!") == [(TEXT, "Aiko "), (FALLBACK, "佐藤"), (TEXT, "!")]
    assert runs("김민준", HEAD) == [(FALLBACK, "김민준")]


def test_paragraphs_name_the_font_and_keep_signs_as_they_are() -> None:
    assert markup("<b>佐") == f'&lt;b&gt;<font name="{FALLBACK}">佐</font>'


def test_a_letter_that_no_font_has_stays_in_its_own() -> None:
    assert runs("\U0001f600") == [(TEXT, "\U0001f600")]
    assert runs("") == []


def test_long_lines_become_smaller_or_shorter() -> None:
    long = "Maximiliana " * 10

    assert fitting_size("Ada", 200, 20) == 20
    assert width_of(long, fitting_size(long, 500, 40)) == pytest.approx(500)
    assert fitting_size(long, 10, 40) == 6
    assert width_of(shortened_to(long, 200, 10), 10) <= 200
    assert shortened_to(long, 200, 10).endswith("…")


def test_the_fonts_are_what_they_were_when_they_came_and_have_their_licences() -> None:
    lines = (FOLDER / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}

    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.ttf")} == sums
    assert "Apache License" in (FOLDER / "LICENSE-Droid.txt").read_text()
    assert "SIL Open Font License" in (FOLDER / "LICENSE-Vollkorn.txt").read_text()
    assert "Bitstream Vera" in (FOLDER / "LICENSE-DejaVu.txt").read_text()
