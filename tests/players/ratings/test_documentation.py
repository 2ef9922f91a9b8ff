"""docs/ratings.md names every parameter with its true default, and the examples in the code are true."""

import doctest
import re
from pathlib import Path

import players.ratings
from players.ratings import (
    CountingRules,
    EloParameters,
    Glicko2Parameters,
    HandicapVerdict,
    ListingRules,
    Reason,
    store,
)
from players.ratings.handicap import EVEN_SCORES, MAX_ERROR, MIN_GAMES
from players.ratings.level_costs import PRIOR_DEVIATION

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "ratings.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| `([^`]*)` \|", re.MULTILINE)


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    _, _, rest = PAGE.partition(f"## {title}\n")
    assert rest, title
    return rest.partition("\n## ")[0]


def defaults(parameters: object) -> dict[str, str]:
    plain = {name: value for name, value in store(parameters).items() if name not in ("counting", "listing")}
    return {name: shown(value) for name, value in plain.items()}


def shown(value: object) -> str:
    named = {None: "none", True: "yes", False: "no", (): "none"}
    if value is None or isinstance(value, bool):
        return named[value]
    return "none" if value == [] else f"{value:g}" if isinstance(value, float) else str(value)


def test_every_switch_stands_in_the_docs_with_its_default():
    assert dict(ROW.findall(section("What counts"))) == defaults(CountingRules())


def test_every_parameter_of_glicko_2_stands_in_the_docs_with_its_default():
    assert dict(ROW.findall(section("Glicko-2"))) == defaults(Glicko2Parameters())


def test_every_parameter_of_elo_stands_in_the_docs_with_its_default():
    assert dict(ROW.findall(section("Elo by FIDE's rules"))) == defaults(EloParameters())


def test_the_lists_rules_stand_in_the_docs_with_their_defaults():
    assert dict(ROW.findall(section("The list"))) == defaults(ListingRules())


def test_every_reason_and_verdict_stands_in_the_docs():
    missing = [each.value for each in (*Reason, *HandicapVerdict) if each.value not in PAGE]

    assert missing == []


def test_the_advisers_constants_stand_in_the_docs():
    text = section("The handicap adviser")

    for constant in (MIN_GAMES, MAX_ERROR, PRIOR_DEVIATION):
        assert f"{constant:g}" in text
    assert f"{100 * EVEN_SCORES[0]:g} and {100 * EVEN_SCORES[1]:g} %" in text


def test_the_examples_in_the_code_are_true():
    found = doctest.testmod(players.ratings)

    assert (found.failed, found.attempted > 0) == (0, True)


def test_the_examples_in_the_docs_are_true():
    found = doctest.testfile(
        str(Path(__file__).resolve().parents[3] / "docs" / "ratings.md"), module_relative=False
    )

    assert (found.failed, found.attempted > 0) == (0, True)
