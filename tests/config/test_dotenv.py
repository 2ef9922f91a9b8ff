"""The .env file: it is read before the environment, refused with its line, and explained by an example."""

import ast
import re
from pathlib import Path

import pytest

from config.environment import ConfigurationError, Environment
from tests.scripts.ordinary_user import as_ordinary_user, folder_for_all

ROOT = Path(__file__).resolve().parents[2]


def test_the_environment_wins_over_the_dotenv_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('# a comment\n\nHOST="0.0.0.0"\nexport PORT=9000\n')

    env = Environment({"PORT": "8001"}, base_dir=tmp_path)

    assert (env.text("HOST"), env.number("PORT", 0)) == ("0.0.0.0", 8001)  # noqa: S104


def test_a_dotenv_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PORT=9000\n", encoding="utf-8-sig")

    assert Environment({}, base_dir=tmp_path).number("PORT", 0) == 9000


def test_a_dotenv_line_that_is_no_assignment_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PORT=9000\nHOST 0.0.0.0\n")

    with pytest.raises(ConfigurationError) as error:
        Environment({}, base_dir=tmp_path)

    assert str(error.value) == ".env line 2 is not NAME=value: 'HOST 0.0.0.0'."


def test_a_dotenv_file_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("PORT=9000\nDEFAULT_FROM_EMAIL=Brücke <a@b.example>\n".encode("latin-1"))

    with pytest.raises(ConfigurationError) as error:
        Environment({}, base_dir=tmp_path)

    assert str(error.value) == ".env line 2 is not UTF-8 text: save the file as UTF-8."


def test_a_dotenv_file_of_somebody_else_is_refused_with_what_to_do() -> None:
    with folder_for_all() as folder:
        dotenv = folder / ".env"
        dotenv.touch(mode=0o000)

        with as_ordinary_user(), pytest.raises(ConfigurationError) as error:
            Environment({}, base_dir=folder)

    assert str(error.value) == (
        f"cannot read {dotenv} (Permission denied): make it readable for the user who starts the site, or remove it."
    )


def test_the_example_explains_exactly_the_variables_that_are_read() -> None:
    readers = {name for name in vars(Environment) if not name.startswith("_")}
    sources = [ROOT / "manage.py", *(ROOT / "config").rglob("*.py"), *(ROOT / "scripts").rglob("*.py")]
    calls = [
        node
        for source in sources
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in readers
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "env"
    ]
    read = {node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)}

    explained = re.findall(r"^#([A-Z0-9_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)

    assert sorted(explained) == sorted(read)
