"""Asks the API as a program does, and makes the accounts and members for whom it asks."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from players.accounts.services.tokens import create_token
from players.clubs.services.members import add_member
from players.models import Club, Person, Role, Scope, User
from players.people.services.people import create_person

MakeAccount = Callable[..., User]


class ApiClient:
    """Asks the API with a token, or without one."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, content: Any, *, key: str | None = None) -> Any:
        """`key` is what lets a request be repeated."""
        return self._change("post", path, content, key)

    def patch(self, path: str, content: Any, *, key: str | None = None) -> Any:
        return self._change("patch", path, content, key)

    def delete(self, path: str, *, key: str | None = None) -> Any:
        return self.client.delete(f"/api/v1/{path}", headers=_with_key(key))

    def _change(self, method: str, path: str, content: Any, key: str | None) -> Any:
        ask = getattr(self.client, method)
        return ask(f"/api/v1/{path}", content, content_type="application/json", headers=_with_key(key))


def _with_key(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Idempotency-Key": key}


def make_account(name: str, **values: Any) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", None, display_name=name, **values)


def make_member(club: Club, name: str, role: Role = Role.MEMBER, **details: Any) -> Person:
    """With an account of the same name."""
    person = create_person(actor=None, name=name, account=make_account(name), **details)
    add_member(actor=None, club=club, person=person, role=role)
    return person


def client_for(person: Person | User, *scopes: Scope) -> ApiClient:
    user = person if isinstance(person, User) else person.account
    assert user is not None
    return ApiClient(create_token(account=user, name="Program", scopes=scopes or list(Scope)).secret)
