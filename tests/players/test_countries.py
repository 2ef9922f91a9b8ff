"""The table of countries."""

import pytest

from players.countries import COUNTRIES, country_choices, country_from_text, country_name


def test_there_are_as_many_countries_as_iso_3166_has() -> None:
    assert len(COUNTRIES) == 249
    assert len({str(name) for name in COUNTRIES.values()}) == 249


def test_a_code_has_two_capital_letters() -> None:
    assert [code for code in COUNTRIES if not (len(code) == 2 and code.isascii() and code.isupper())] == []


def test_choices_are_sorted_by_name_without_accents() -> None:
    assert country_choices()[:3] == [("AF", "Afghanistan"), ("AX", "Åland Islands"), ("AL", "Albania")]
    assert country_choices()[-1] == ("ZW", "Zimbabwe")


@pytest.mark.parametrize(
    ("text", "code"),
    [("DE", "DE"), (" de ", "DE"), ("germany", "DE"), ("ÅLAND islands", "AX"), ("Côte d'Ivoire", "CI")],
)
def test_a_country_is_known_by_its_code_and_its_name(text: str, code: str) -> None:
    assert country_from_text(text) == code


@pytest.mark.parametrize("text", ["", "XX", "Atlantis", "\0", "GER"])
def test_what_is_no_country_is_none(text: str) -> None:
    assert country_from_text(text) is None


def test_an_unknown_code_stands_for_itself() -> None:
    assert (country_name("DE"), country_name("XX"), country_name("")) == ("Germany", "XX", "")
