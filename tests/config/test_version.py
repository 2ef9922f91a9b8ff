"""The version: said once, in pyproject.toml, and shown wherever somebody may look for it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

pytestmark = pytest.mark.one_database


def test_the_site_has_the_version_of_the_project() -> None:
    assert PROJECT["version"] == settings.VERSION


@pytest.mark.django_db
def test_every_page_shows_it_at_its_foot(client: Client) -> None:
    page = client.get("/").content.decode()

    assert f"<li>Version {PROJECT['version']}</li>" in page.partition("<footer")[2]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/clubs/", "/api/v1/me/", "/api/v1/clubs/nothing/"])
def test_programs_are_told_with_every_answer_of_an_operation(client: Client, address: str) -> None:
    assert client.get(address).headers["Kiebitz-Version"] == PROJECT["version"]


@pytest.mark.django_db
def test_the_description_of_the_api_has_it(client: Client) -> None:
    assert client.get("/api/v1/schema/").json()["info"]["version"] == PROJECT["version"]


@pytest.mark.parametrize("asked", ["--version", "version"])
def test_the_command_line_shows_it_beside_djangos(asked: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == f"Kiebitz {PROJECT['version']}, Django {django.get_version()}\n"
