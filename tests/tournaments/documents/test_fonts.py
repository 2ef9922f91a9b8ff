"""Letters of every script in PDF files."""

import hashlib

import pytest

from tournaments.documents.presenters.pdf import (
    BOLD_FONT,
    FALLBACK_FONT,
    FONT_FOLDER,
    HEADING_FONT,
    TEXT_FONT,
    fit_size,
    font_markup,
    shorten,
    split_by_font,
    text_width,
)


@pytest.mark.parametrize("text", ["Łukasz", "Ελένη", "Дмитрий", "½–½"])
def test_most_scripts_need_one_font(text: str) -> None:
    for font in (TEXT_FONT, BOLD_FONT, HEADING_FONT):
        assert split_by_font(text, font) == [(font, text)]


def test_another_font_helps_out_for_single_letters() -> None:
    assert split_by_font("Aiko 佐藤!") == [(TEXT_FONT, "Aiko "), (FALLBACK_FONT, "佐藤"), (TEXT_FONT, "!")]
    assert split_by_font("김민준", HEADING_FONT) == [(FALLBACK_FONT, "김민준")]


def test_paragraphs_name_the_font_and_keep_signs_as_they_are() -> None:
    assert font_markup("<b>佐") == f'&lt;b&gt;<font name="{FALLBACK_FONT}">佐</font>'


def test_a_letter_that_no_font_has_stays_in_its_own() -> None:
    assert split_by_font("\U0001f600") == [(TEXT_FONT, "\U0001f600")]
    assert split_by_font("") == []


def test_long_lines_become_smaller_or_shorter() -> None:
    long = "Maximiliana " * 10

    assert fit_size("Ada", 200, 20) == 20
    assert text_width(long, fit_size(long, 500, 40)) == pytest.approx(500)
    assert fit_size(long, 10, 40) == 6
    assert text_width(shorten(long, 200, 10), 10) <= 200
    assert shorten(long, 200, 10).endswith("…")


def test_the_fonts_are_what_they_were_when_they_came_and_have_their_licences() -> None:
    lines = (FONT_FOLDER / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}

    assert {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FONT_FOLDER.glob("*.ttf")
    } == sums
    assert "Apache License" in (FONT_FOLDER / "LICENSE-Droid.txt").read_text()
    assert "SIL Open Font License" in (FONT_FOLDER / "LICENSE-Vollkorn.txt").read_text()
    assert "Bitstream Vera" in (FONT_FOLDER / "LICENSE-DejaVu.txt").read_text()
