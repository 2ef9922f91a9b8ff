"""Browsers and addresses for the tests of pages of rounds."""

from django.test import Client
from django.urls import reverse

from players.models import User
from tests.markup import compact
from tournaments.models import Round


def browser_of(account: User) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(name: str, round_: Round, *more: object) -> str:
    return reverse(name, args=[round_.section.event_id, round_.section_id, round_.number, *more])


def text_of(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    return compact(response)
