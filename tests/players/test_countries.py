"""The table of countries."""

from players.countries import COUNTRIES, country_choices


def test_there_are_as_many_countries_as_iso_3166_has() -> None:
    assert len(COUNTRIES) == 249
    assert len(set(COUNTRIES.values())) == 249


def test_a_code_has_two_capital_letters() -> None:
    assert [code for code in COUNTRIES if not (len(code) == 2 and code.isascii() and code.isupper())] == []


def test_choices_are_sorted_by_name_without_accents() -> None:
    assert country_choices()[:3] == [("AF", "Afghanistan"), ("AX", "Åland Islands"), ("AL", "Albania")]
    assert country_choices()[-1] == ("ZW", "Zimbabwe")
