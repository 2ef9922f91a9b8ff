"""The countries, their codes and their names."""

import pytest
from django.conf import settings
from django.utils.translation import override

from players.countries import COUNTRY_CODES, country_choices, country_from_text, country_name

LANGUAGES = [language for language, _name in settings.LANGUAGES]


def test_there_are_as_many_countries_as_iso_3166_has() -> None:
    assert len(COUNTRY_CODES) == 249


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_country_has_a_name_of_its_own_in_every_language(language: str) -> None:
    with override(language):
        names = {country_name(code) for code in COUNTRY_CODES}
        assert dict(country_choices()).keys() == COUNTRY_CODES
    assert len(names) == 249
    assert not names & COUNTRY_CODES


def test_a_code_has_two_capital_letters() -> None:
    assert [
        code for code in COUNTRY_CODES if not (len(code) == 2 and code.isascii() and code.isupper())
    ] == []


def test_choices_are_sorted_by_name_without_accents() -> None:
    assert country_choices()[:3] == [("AF", "Afghanistan"), ("AX", "Åland Islands"), ("AL", "Albania")]
    assert country_choices()[-1] == ("ZW", "Zimbabwe")


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("de", [("AF", "Afghanistan"), ("EG", "Ägypten"), ("AX", "Ålandinseln")], ("CY", "Zypern")),
        ("es", [("AF", "Afganistán"), ("AL", "Albania"), ("DE", "Alemania")], ("ZW", "Zimbabue")),
        ("it", [("AF", "Afghanistan"), ("AL", "Albania"), ("DZ", "Algeria")], ("ZW", "Zimbabwe")),
    ],
)
def test_choices_are_sorted_in_the_language_of_the_page(
    language: str, first: list[tuple[str, str]], last: tuple[str, str]
) -> None:
    with override(language):
        choices = country_choices()
    assert (choices[:3], choices[-1]) == (first, last)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Germany", "Spain", "North Macedonia", "Hong Kong", "Palestine"]),
        ("de", ["Deutschland", "Spanien", "Nordmazedonien", "Hongkong", "Palästina"]),
        ("es", ["Alemania", "España", "Macedonia del Norte", "Hong Kong", "Palestina"]),
        ("it", ["Germania", "Spagna", "Macedonia del Nord", "Hong Kong", "Palestina"]),
    ],
)
def test_a_country_is_named_in_the_language_of_the_page(language: str, names: list[str]) -> None:
    with override(language):
        assert [country_name(code) for code in ("DE", "ES", "MK", "HK", "PS")] == names


def test_without_a_language_names_are_those_of_the_site() -> None:
    with override(None):
        assert country_name("DE") == "Germany"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("DE", "DE"),
        (" de ", "DE"),
        ("germany", "DE"),
        ("ÅLAND islands", "AX"),
        ("Côte d'Ivoire", "CI"),
        ("Deutschland", "DE"),
        ("osterreich", "AT"),
        ("ESPAÑA", "ES"),
        ("Svizzera", "CH"),
        ("Hongkong", "HK"),
        ("Bosnia and Herzegovina", "BA"),
        ("Congo (Kinshasa)", "CD"),
        ("Myanmar", "MM"),
        ("Saint Kitts and Nevis", "KN"),
        ("Saint Martin (French part)", "MF"),
        ("Turkey", "TR"),
        ("United States Virgin Islands", "VI"),
    ],
)
def test_a_country_is_known_by_its_code_and_its_names(text: str, code: str) -> None:
    assert country_from_text(text) == code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_is_shown_is_understood(language: str) -> None:
    with override(language):
        assert [name for code, name in country_choices() if country_from_text(name) != code] == []


@pytest.mark.parametrize("text", ["", "XX", "Atlantis", "\0", "GER"])
def test_what_is_no_country_is_none(text: str) -> None:
    assert country_from_text(text) is None


def test_an_unknown_code_stands_for_itself() -> None:
    assert (country_name("DE"), country_name("XX"), country_name("")) == ("Germany", "XX", "")
