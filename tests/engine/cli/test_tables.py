"""`tables`: what a game's module in the browser works on, and whether the committed file is up to date."""

import json
from pathlib import Path

import pytest

from engine.barragoon.board import FACES
from scripts.check import GAMES_WITH_TABLES, LINTERS
from tests.engine.cli.run import Runner

TABLES = Path(__file__).parents[3] / "static" / "js" / "rules" / "tables"


@pytest.mark.parametrize("game", GAMES_WITH_TABLES)
def test_written_tables_are_the_committed_ones(game: str, run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "tables.js"

    assert run("tables", "--game", game, "--write", str(path)).status == 0

    assert path.read_text(encoding="utf-8") == (TABLES / f"{game}.js").read_text(encoding="utf-8")


def test_lint_checks_every_committed_table() -> None:
    checked = {command[-1] for command in LINTERS.values() if "tables" in command}

    assert {Path(path).name for path in checked} == {path.name for path in TABLES.iterdir()}


def test_old_tables_are_named_with_the_way_to_write_them(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "barragoon.js"
    path.write_text("export const TABLES = {};\n", encoding="utf-8")

    done = run("tables", "--game", "barragoon", "--check", str(path))

    assert done.status == 1
    assert f"python -m engine tables --game barragoon --write {path}" in done.out


def test_tables_as_json_have_every_face(run: Runner) -> None:
    tables = json.loads(run("tables", "--game", "barragoon", "--json").out)

    faces = [code for symbol in tables["palette"] for code in symbol["faces"]]
    assert sorted(faces) == sorted(face.code for face in FACES)


def test_a_file_that_cannot_be_read_is_wrong_usage(run: Runner, tmp_path: Path) -> None:
    done = run("tables", "--game", "barragoon", "--check", str(tmp_path / "nowhere.js"))

    assert done.status == 2
    assert "cannot be read" in done.err
