"""The pages on draughts keep their word: pictures are current, codes are all there, examples run."""

import doctest
import re
from pathlib import Path

import pytest

from engine import draughts
from engine.core import PositionError, RuleViolation
from engine.draughts import game
from engine.draughts.draw_rules import DrawRule
from engine.record import read_text
from tests.engine.draughts.doc_boards import FOLDER, pictures

DOCS = Path(__file__).parents[3] / "docs"
RULES = DOCS / "rules" / "draughts.md"
NOTATION = DOCS / "notation-draughts.md"


@pytest.mark.parametrize("name", sorted(pictures()))
def test_a_picture_is_as_the_engine_draws_it_today(name: str) -> None:
    assert (FOLDER / name).read_text() == pictures()[name], (
        "python -m tests.engine.draughts.doc_boards draws it anew"
    )


def test_every_picture_of_a_page_exists_and_every_picture_is_shown() -> None:
    shown = {
        (page.parent / target).resolve()
        for page in (RULES, NOTATION)
        for target in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text())
    }

    assert shown == {FOLDER / name for name in pictures()}


def test_every_error_code_is_explained() -> None:
    explained = re.findall(r"^\| `([a-z-]+)` \|", NOTATION.read_text(), flags=re.MULTILINE)

    assert set(explained) == set(draughts.Code)


def test_the_examples_of_illegal_plies_get_the_sentences_the_page_says() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([a-z]+) \| `(\S+)` \| `(\S+)` \| (.+) \|$",
        NOTATION.read_text(),
        flags=re.MULTILINE,
    )
    assert len(rows) == 16
    for code, rule, position, ply, message in rows:
        with pytest.raises(RuleViolation) as caught:
            draughts.Game(position=position).push(ply)
        assert (caught.value.code, caught.value.rule, caught.value.message) == (code, rule, message)


def test_the_examples_of_positions_get_the_sentences_the_page_says() -> None:
    text = NOTATION.read_text().partition("\nPositions.\n")[2]
    rows = re.findall(r"^\| `([a-z-]+)` \| ([a-z]*) ?\| `(\S+)` \| (.+) \|$", text, flags=re.MULTILINE)
    assert len(rows) == 3
    for code, rule, position, message in rows:
        with pytest.raises(PositionError) as caught:
            draughts.Game(position=position)
        assert (caught.value.code, caught.value.rule, caught.value.message) == (code, rule, message)


def test_every_rule_that_errors_and_findings_name_has_its_heading() -> None:
    headings = re.findall(r"^## (.+)$", RULES.read_text(), flags=re.MULTILINE)
    named = re.findall(r"^\| `[a-z-]+` \| ([a-z]+) \| `", NOTATION.read_text(), flags=re.MULTILINE)

    assert {*named, *DrawRule} <= set(headings)


def test_the_record_on_the_page_is_valid() -> None:
    (block,) = re.findall(r"```\n(\[Game .*?)```", NOTATION.read_text(), flags=re.DOTALL)

    assert [record.errors for record in read_text(block)] == [()]


def test_the_examples_run() -> None:
    page = doctest.testfile(str(NOTATION), module_relative=False)
    package, module = doctest.testmod(draughts), doctest.testmod(game)

    assert (page.failed, package.failed, module.failed) == (0, 0, 0)
    assert (page.attempted, package.attempted, module.attempted) == (7, 4, 5)
