"""The tests stand where the code stands; fixtures come from plugins and conftests, builders from other modules."""

import ast
from pathlib import Path

import pytest

from tests.docs.sentences import repeated_sentences, strings_of_module, strings_of_template
from tests.long_files import LONG_FILES

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
MAX_LINES = 400
# What is not about one folder of the product: checks of the whole site, data, and what the tests are made with.
OTHER_FOLDERS = {
    "browser", "docs", "fixtures", "permissions", "security", "third_game", "upgrades", "engine/fuzz",
    "tournaments/vectors",
}  # fmt: skip


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    """By name. Not read at import: each parallel process collects this file, and one of them runs it."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(TESTS.rglob("*.py"))
    }


@pytest.fixture(scope="module")
def fixtures(modules: dict[str, ast.Module]) -> dict[str, set[str]]:
    return {module: _fixtures(tree) for module, tree in modules.items()}


def _imports(tree: ast.Module) -> list[ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]


def _fixtures(tree: ast.Module) -> set[str]:
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any("fixture" in ast.unparse(decorator) for decorator in node.decorator_list)
    }


def test_nothing_is_imported_from_a_conftest_or_a_test_module(modules: dict[str, ast.Module]) -> None:
    wrong = [
        f"{module}: {node.module}"
        for module, tree in modules.items()
        for node in _imports(tree)
        if node.module in modules and _holds_tests_or_fixtures(node.module)
    ]
    assert wrong == []


def _holds_tests_or_fixtures(module: str) -> bool:
    name = module.rpartition(".")[2]
    return name == "conftest" or name.startswith("test_") or module.startswith("tests.fixtures.")


def test_no_fixture_is_imported(modules: dict[str, ast.Module], fixtures: dict[str, set[str]]) -> None:
    imported = [
        f"{module}: {alias.name}"
        for module, tree in modules.items()
        for node in _imports(tree)
        for alias in node.names
        if alias.name in fixtures.get(node.module or "", set())
    ]
    assert imported == []


def test_a_conftest_holds_fixtures_and_hooks_only(
    modules: dict[str, ast.Module], fixtures: dict[str, set[str]]
) -> None:
    others = [
        f"{module}: {node.name}"
        for module, tree in modules.items()
        if module.endswith(".conftest")
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and node.name not in fixtures[module]
        and not node.name.startswith(("pytest_", "_"))
    ]
    assert others == []


def test_every_folder_of_tests_has_its_folder_of_the_product() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")} - {Path()}
    others = [
        str(folder)
        for folder in folders
        if not (ROOT / folder).is_dir()
        and not any(folder.is_relative_to(allowed) for allowed in OTHER_FOLDERS)
    ]
    assert sorted(others) == []


def test_no_module_of_the_tests_has_more_than_400_lines() -> None:
    long = [
        str(path.relative_to(TESTS))
        for path in sorted(TESTS.rglob("*.py"))
        if path.read_bytes().count(b"\n") > MAX_LINES
    ]
    assert long == []


def test_the_files_that_are_said_to_take_long_are_there() -> None:
    """One that has moved would begin last again."""
    assert [file for file in LONG_FILES if not (ROOT / file).is_file()] == []


def test_a_sentence_is_asserted_where_it_is_made_and_nowhere_else(modules: dict[str, ast.Module]) -> None:
    """So that a wording changes with one test: others assert a code, a state, a row, a role, or take it from there."""
    product = {
        str(path): strings_of_module(ast.parse(path.read_text(encoding="utf-8")))
        for package in ROOT.glob("*/__init__.py")
        for path in package.parent.rglob("*.py")
        if TESTS not in path.parents and "migrations" not in path.parts
    } | {
        str(path): strings_of_template(path.read_text(encoding="utf-8"))
        for path in (ROOT / "templates").rglob("*.*")
        if path.suffix in (".html", ".txt")
    }
    repeated = repeated_sentences(product, {name: strings_of_module(tree) for name, tree in modules.items()})

    assert not repeated, (
        "Keep each sentence in the test of what makes it. Elsewhere assert the status or error code, the field, the "
        "row or the role, or take the text from the product:\n"
        + "\n".join(f"“{sentence}”: {', '.join(modules)}" for sentence, modules in repeated.items())
    )


def test_a_repeated_sentence_would_be_found() -> None:
    def strings(source: str) -> list[str]:
        return list(strings_of_module(ast.parse(source)))

    made = strings(
        '"""The round is closed, and so is this."""\nf"{name}: the round is closed, ask an arbiter."'
    )
    page = list(strings_of_template("<p>{% translate 'Nobody has entered a result yet.' %}</p>"))
    again = "Nobody has entered a result yet."

    assert repeated_sentences({"service": made, "page": page}, {
        "tests.service": strings('assert said == "Round 1: the round is closed, ask an arbiter."'),
        "tests.views": strings('assert "the round is closed, ask an" in page'),
        "tests.page": strings(f'expect("{again}")'),
        "tests.other": strings('"""The round is closed, and so is this."""\nassert page == "is closed"'),
    }) == {": the round is closed, ask an arbiter.": ["tests.service", "tests.views"]}  # fmt: skip
    # Made in two places, asserted at both.
    assert repeated_sentences({"a": [again], "b": [again]}, {"tests.a": [again], "tests.b": [again]}) == {}
