"""The countries of ISO 3166-1 by their codes of two letters, with their names in the language of the page.

The names come from the CLDR of the Unicode consortium, by way of Babel (decision 12). Which codes there are is ours to
say: they are stored.
"""

from functools import cache
from typing import Final

from babel import Locale
from django.conf import settings
from django.utils.translation import get_language

from core.db.folding import comparison_key, sort_key

_CODES: Final = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
    BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
    FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
    IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
    ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
    TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
COUNTRY_CODES: Final = frozenset(_CODES.split())

# The short forms of the CLDR, which Babel leaves out: nobody looks for Hong Kong under “Sonderverwaltungsregion”.
SHORT_NAMES: Final = {
    "en": {"HK": "Hong Kong", "MO": "Macao", "PS": "Palestine"},
    "de": {"HK": "Hongkong", "MO": "Macau", "PS": "Palästina"},
    "es": {"HK": "Hong Kong", "MO": "Macao", "PS": "Palestina"},
    "it": {"HK": "Hong Kong", "MO": "Macao", "PS": "Palestina"},
}

# Names that are not shown, but that tables of people have.
OTHER_NAMES: Final = {
    "Cocos Islands": "CC",
    "Heard Island and McDonald Islands": "HM",
    "Myanmar": "MM",
    "Pitcairn": "PN",
    "Saint Helena, Ascension and Tristan da Cunha": "SH",
    "Saint Martin (French part)": "MF",
    "Saint Vincent and the Grenadines": "VC",
    "Sint Maarten (Dutch part)": "SX",
    "South Georgia and the South Sandwich Islands": "GS",
    "Turkey": "TR",
    "United States Minor Outlying Islands": "UM",
    "United States Virgin Islands": "VI",
}


def country_choices() -> list[tuple[str, str]]:
    """For a form: by name, as people look for it. A function, so that a new country needs no migration."""
    return list(_choices_in(_language()))


def country_name(code: str) -> str:
    """In the language of the page; a code that no country has stands for itself."""
    return _names_in(_language()).get(code, code)


def country_from_text(text: str) -> str | None:
    """The code that somebody means who writes `de`, `Germany` or the country's name in a language of the site."""
    code = text.strip().upper()
    return code if code in COUNTRY_CODES else _codes_by_name().get(comparison_key(text))


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


@cache
def _names_in(language: str) -> dict[str, str]:
    names = Locale.parse(language, sep="-").territories
    return {code: names[code] for code in COUNTRY_CODES} | SHORT_NAMES.get(language, {})


@cache
def _choices_in(language: str) -> tuple[tuple[str, str], ...]:
    """Sorting takes some milliseconds; it is done once for each language."""
    return tuple(sorted(_names_in(language).items(), key=lambda country: sort_key(country[1])))


@cache
def _codes_by_name() -> dict[str, str]:
    codes = {comparison_key(name): code for name, code in OTHER_NAMES.items()}
    for language, _name in settings.LANGUAGES:
        for code, name in _names_in(language).items():
            in_full = name.replace("&", "and").replace("St.", "Saint")
            codes |= {comparison_key(name): code, comparison_key(in_full): code}
    return codes
