"""The pages on Stratego keep their word: pictures are current, codes are all there, examples run."""

import doctest
import re
from pathlib import Path

import pytest

from engine import stratego
from engine.cli.convert import ConvertCode
from engine.core import RuleViolation
from engine.record import read_text
from engine.stratego import game
from tests.engine.stratego.doc_boards import BLUE, FOLDER, RED, pictures

DOCS = Path(__file__).parents[3] / "docs"
PAGES = ("rules/stratego.md", "notation-stratego.md", "importing-stratego.md")


@pytest.mark.parametrize("name", sorted(pictures()))
def test_a_picture_is_as_the_engine_draws_it_today(name: str) -> None:
    assert (FOLDER / name).read_text() == pictures()[name], (
        "python -m tests.engine.stratego.doc_boards draws it anew"
    )


def test_every_picture_of_a_page_exists_and_every_picture_is_shown() -> None:
    shown = set()
    for page in PAGES:
        for target in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (DOCS / page).read_text()):
            path = (DOCS / page).parent / target
            assert path.is_file(), f"{page} shows {target}, which is not there"
            shown.add(path.name)

    assert shown == set(pictures())


def test_every_error_code_is_explained() -> None:
    explained = set()
    for page in PAGES:
        explained |= set(re.findall(r"^\| `([a-z-]+)` \|", (DOCS / page).read_text(), flags=re.MULTILINE))

    assert explained == {*stratego.Code, *ConvertCode}


def test_the_examples_of_illegal_plies_get_the_sentences_the_page_says() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([a-z ]+) \| `([^` ]+)` \| (.+) \|$",
        (DOCS / "notation-stratego.md").read_text().partition("Tags.\n")[0],
        flags=re.MULTILINE,
    )
    assert len(rows) == 12
    for code, rule, ply, message in rows:
        with pytest.raises(RuleViolation) as caught:
            stratego.Game(RED, BLUE).push(ply)
        assert (caught.value.code, caught.value.rule, caught.value.message) == (code, rule, message)


@pytest.mark.parametrize("page", PAGES)
def test_every_record_on_a_page_is_valid(page: str) -> None:
    for block in re.findall(r"```\n(\[Game .*?)```", (DOCS / page).read_text(), flags=re.DOTALL):
        assert [record.errors for record in read_text(block)] == [()]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_on_a_page_run(page: str) -> None:
    assert doctest.testfile(str(DOCS / page), module_relative=False).failed == 0


def test_the_examples_in_the_code_run() -> None:
    found = doctest.testmod(game)

    assert (found.failed, found.attempted) == (0, 5)
