"""The examples in docs/api.md do what the guide says, against a running site."""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pytest_django.live_server_helper import LiveServer

from players.accounts.services.tokens import create_token
from players.clubs.services.members import add_member
from players.models import Club, Person, Role, Scope
from players.people.services.people import create_person
from tests.core.api.client import make_account

GUIDE = Path(__file__).parents[3] / "docs" / "api.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Example(NamedTuple):
    language: str
    program: str
    answer: str


def examples() -> list[Example]:
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    return [
        Example(language, program, answer)
        for (language, program), (kind, answer) in pairwise(blocks)
        if language in ("sh", "python") and kind in ("json", "text")
    ]


@pytest.fixture
def environment(live_server: LiveServer) -> dict[str, str]:
    club = Club.objects.create(name="Lapwing Games Circle", slug="lapwing")
    ingrid = make_account("Ingrid")
    ingrid.display_name = "Ingrid Halvorsen"
    ingrid.save()
    people = [
        create_person(actor=None, name="Ingrid Halvorsen", account=ingrid, listed=True),
        create_person(actor=None, name="Zeynep Işıldak", country="TR", listed=True),
    ]
    add_member(actor=None, club=club, person=people[0], role=Role.ORGANISER)
    add_member(actor=None, club=club, person=people[1])
    token = create_token(account=ingrid, name="Example", scopes=[Scope.READ, Scope.ORGANISE])
    return {**os.environ, "SITE": live_server.url, "TOKEN": token.secret}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.program.splitlines()[0][:40])
def test_an_example_answers_as_the_guide_says(environment: dict[str, str], example: Example) -> None:
    command = ["bash", "-c"] if example.language == "sh" else [sys.executable, "-c"]

    output = subprocess.run(
        [*command, example.program], env=environment, capture_output=True, text=True, check=True, timeout=60
    ).stdout

    if example.language == "sh":
        assert with_ids_of_the_guide(json.loads(output)) == json.loads(example.answer)
    else:
        assert output == example.answer


def test_every_kind_of_example_is_there() -> None:
    assert [example.language for example in examples()] == ["sh", "sh", "python", "sh"]


def with_ids_of_the_guide(content: Any) -> Any:
    """Ids go on counting from test to test: the people of the guide are the first and the second."""
    numbers = {
        pk: place for place, pk in enumerate(Person.objects.order_by("pk").values_list("pk", flat=True), 1)
    }
    if isinstance(content, dict):
        replaced = {key: with_ids_of_the_guide(value) for key, value in content.items()}
        if "sort_name" in content:
            replaced |= {"id": numbers[content["id"]], "url": f"/people/{numbers[content['id']]}/"}
        if "memberships" in content:
            replaced["person"] = numbers[content["person"]]
            replaced["memberships"] = [{**membership, "id": 1} for membership in content["memberships"]]
        return replaced
    return [with_ids_of_the_guide(value) for value in content] if isinstance(content, list) else content
