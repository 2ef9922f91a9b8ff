"""Collected static files: modules import each other under their hashed names."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.management.commands.collectstatic import Command
from django.core.management import call_command
from django.test import override_settings


@pytest.fixture
def collected(tmp_path: Path) -> Path:
    storages = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "config.static_files.StaticStorage"},
    }
    with override_settings(STORAGES=storages, STATIC_ROOT=str(tmp_path), DEBUG=False):
        call_command(Command(), interactive=False, verbosity=0)
    return tmp_path


def test_every_import_of_the_boards_modules_leads_to_a_collected_file(collected: Path) -> None:
    (main,) = collected.glob("js/board/main.????????????.js")
    imported = re.findall(r'from "\./([^"]+)"', main.read_text())

    assert len(imported) == 7
    assert [name for name in imported if not (main.parent / name).is_file()] == []
    assert all(re.fullmatch(r"[a-z]+\.[0-9a-f]{12}\.js", name) for name in imported)
