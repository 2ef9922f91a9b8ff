"""What the documents say about the code is so: paths exist, functions stand where a way leads, layers hold."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("audit", "backups", "config", "core", "engine", "games", "jobs", "players", "tournaments")
MODULES = sorted(
    path
    for app in APPS
    for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts
)  # fmt: skip
MAX_LINES = 400
# What asks the database. `Model.objects.none()` only tells the API's description which model a viewset is about.
QUERY_METHODS = {
    "objects", "_default_manager", "filter", "exclude", "select_related", "prefetch_related", "annotate", "order_by",
    "values_list", "get_or_create", "bulk_create",
}  # fmt: skip


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _steps(heading: str) -> list[str]:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return re.findall(
        r"^\d+\. (.+(?:\n   .+)*)", text.split(f"## {heading}\n")[1].split("\n## ")[0], re.MULTILINE
    )


def test_contributing_says_where_thirty_features_stand() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.split("## Where is …?")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    paths = [path for row in rows for path in re.findall(r"`([\w/.-]+)`", row.split("|")[2])]

    assert len(rows) >= 30
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert all("`" in row.split("|")[2] for row in rows)


@pytest.mark.parametrize("heading", ["The way of a record", "The way of a round"])
def test_each_step_of_a_way_names_a_file_and_what_stands_in_it(heading: str) -> None:
    missing = []
    for step in _steps(heading):
        path, *names = re.findall(r"`([^`]+)`", step)
        defined = _definitions(ROOT / path)
        missing += [f"{path}: {name}" for name in names if name not in defined]

    assert len(_steps(heading)) >= 15
    assert missing == []


def _definitions(path: Path) -> set[str]:
    tree = ast.parse(path.read_bytes())
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
    return found


def test_no_module_has_more_than_400_lines() -> None:
    long = {_name(path) for path in MODULES if path.read_bytes().count(b"\n") > MAX_LINES}

    assert long - {"config/settings.py"} == set()  # one file, so that an operator finds every setting


def test_views_and_the_api_leave_queries_to_selectors_and_services() -> None:
    found = []
    for path in MODULES:
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in ("games", "players", "tournaments", "audit") and {"views", "api"} & set(parts):
            found += [f"{_name(path)}:{line}" for line in _queries(path)]

    assert found == []


def _queries(path: Path) -> list[int]:
    tree = ast.parse(path.read_bytes())
    harmless = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "none" and isinstance(node.value, ast.Attribute)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in QUERY_METHODS and id(node) not in harmless
    ]
