"""No code asks which game it is: names of games stand in the engine's packages and one display each, nowhere else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.management.commands.board_styles import BEGINS, ENDS, STYLESHEET
from engine import registry

ROOT = Path(__file__).parents[2]
APPS = ("audit", "backups", "config", "core", "games", "jobs", "players", "tournaments")

# What may name games: their own displays, demo data, samples of the style guide, and migrations, which tell
# of the past. Documentation is not looked at.
EXEMPT = re.compile(r"/displays/\w+\.py$|/demo\.py$|/style_guide_samples\.py$|/style_guide/|/migrations/")


def names() -> re.Pattern[str]:
    """Those of the product, not the test's own."""
    return re.compile("|".join(name for name in registry.names() if name != "nim"), re.IGNORECASE)


def sources() -> Iterator[Path]:
    for app in APPS:
        yield from (ROOT / app).rglob("*.py")
    yield from (ROOT / "templates").rglob("*.html")
    rules = ROOT / "static" / "js" / "rules"  # a module for each game
    yield from (path for path in (ROOT / "static" / "js").rglob("*.js") if rules not in path.parents)


def written_style() -> str:
    """The stylesheet without the part that `manage.py board_styles` writes of each game."""
    style = (ROOT / STYLESHEET).read_text(encoding="utf-8")
    return style[: style.index(BEGINS)] + style[style.index(ENDS) :]


def is_exempt(path: Path) -> bool:
    return EXEMPT.search(path.as_posix()) is not None


def mentions(path: Path) -> list[str]:
    """Lines of code with a game's name; what a comment says compares nothing."""
    comment = re.compile(r"^\s*(#|//|\*|/\*)|^\s*\{#.*#\}\s*$")
    return [
        line.strip()
        for line in path.read_text(encoding="utf-8").splitlines()
        if names().search(line) and not comment.match(line)
    ]


def test_no_code_outside_the_games_names_one() -> None:
    found = {
        path.as_posix(): lines for path in sources() if not is_exempt(path) and (lines := mentions(path))
    }

    assert found == {}


def test_the_stylesheet_names_a_game_or_a_side_only_where_a_command_writes_it() -> None:
    sides = {side for name in registry.names() for side in registry.rules(name).sides}
    of_sides = re.compile("|".join(rf"__side--{side}\b" for side in sides))

    assert names().findall(written_style()) == []
    assert of_sides.findall(written_style()) == []


def test_a_comparison_would_be_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text('# about Barragoon\nif event.game == "barragoon":\n    pass\n')

    assert mentions(planted) == ['if event.game == "barragoon":']


@pytest.mark.parametrize("folder", APPS)
def test_every_place_that_is_looked_at_is_there(folder: str) -> None:
    assert any((ROOT / folder).rglob("*.py"))


def test_keys_of_options_are_different_in_all_games() -> None:
    keys = [option.key for known in registry.descriptions() for option in known.options]

    assert len(keys) == len(set(keys))
    assert "stones" in keys
