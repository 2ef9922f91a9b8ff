"""The colours of the boards in the stylesheet come from the engine."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from config.management.commands.board_styles import STYLESHEET, with_board_styles


@pytest.fixture
def copy(settings: LazySettings, tmp_path: Path) -> Path:
    """A stylesheet of a site that the command may write to."""
    copied = tmp_path / STYLESHEET
    copied.parent.mkdir(parents=True)
    copied.write_text((settings.BASE_DIR / STYLESHEET).read_text())
    settings.BASE_DIR = tmp_path
    return copied


def test_the_stylesheet_has_the_colours_of_the_engine(settings: LazySettings) -> None:
    style = (settings.BASE_DIR / STYLESHEET).read_text()

    assert with_board_styles(style) == style


def test_what_was_changed_by_hand_is_found_and_written_anew(copy: Path) -> None:
    right = copy.read_text()
    copy.write_text(right.replace("--stratego-water:#a9d3e8", "--stratego-water:#ffffff"))

    with pytest.raises(CommandError, match="run manage"):
        call_command("board_styles", check=True)
    call_command("board_styles")

    assert copy.read_text() == right
    call_command("board_styles", check=True)


def test_the_rest_of_the_stylesheet_stays_as_it_is(copy: Path) -> None:
    copy.write_text(copy.read_text() + ".own-rule { margin: 0; }\n")

    call_command("board_styles")

    assert copy.read_text().endswith(".own-rule { margin: 0; }\n")
