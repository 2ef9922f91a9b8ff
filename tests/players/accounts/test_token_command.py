"""`manage.py create_token`: a token for a program, made on the server."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from audit.models import AuditEntry
from players.accounts.services.tokens import MAX_TOKENS, create_token, use_token
from players.models import ApiToken, Scope, User


def _make(email: str, *options: str) -> str:
    out = StringIO()
    call_command("create_token", email, "--name", "Screen in the hall", *options, stdout=out)
    return out.getvalue()


def test_what_is_printed_is_a_token_with_the_scopes_asked_for(agnes: User) -> None:
    secret = _make("Agnes@example.org", "--scope", "read", "--scope", "submit").strip()

    token = use_token(secret=secret)

    assert token is not None
    assert (token.account, token.scopes) == (agnes, {Scope.READ, Scope.SUBMIT})
    assert token.expires_at is not None
    assert round((token.expires_at - token.created_at) / timedelta(days=1)) == 365


def test_the_history_tells_it_from_one_that_the_owner_made(agnes: User) -> None:
    _make(agnes.email, "--scope", "read", "--days", "0")
    create_token(account=agnes, name="Mine", scopes=[Scope.READ])

    actors = list(AuditEntry.objects.order_by("pk").values_list("actor", flat=True))

    assert actors == [None, agnes.pk]
    assert ApiToken.objects.filter(expires_at=None, account=agnes).count() == 2


@pytest.mark.parametrize("options", [["--scope", "read", "--days", "-1"], ["--scope", "everything"], []])
def test_what_cannot_be_made_is_refused(agnes: User, options: list[str]) -> None:
    with pytest.raises(CommandError):
        _make(agnes.email, *options)

    assert not ApiToken.objects.exists()


def test_an_account_that_is_not_there_or_cannot_sign_in_gets_none(agnes: User) -> None:
    with pytest.raises(CommandError):
        _make("nobody@example.org", "--scope", "read")
    User.objects.filter(pk=agnes.pk).update(is_active=False)
    with pytest.raises(CommandError):
        _make(agnes.email, "--scope", "read")

    assert not ApiToken.objects.exists()


def test_the_limit_of_tokens_holds_here_as_well(agnes: User) -> None:
    for number in range(MAX_TOKENS):
        create_token(account=agnes, name=f"Token {number}", scopes=[Scope.READ])

    with pytest.raises(CommandError):
        _make(agnes.email, "--scope", "read")

    assert ApiToken.objects.count() == MAX_TOKENS
