"""Making, using and revoking API tokens."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from core.errors import Refused
from players.accounts.jobs import export_tokens
from players.accounts.selectors import tokens_of
from players.accounts.services.tokens import MAX_TOKENS, NewToken, create_token, revoke_token, use_token
from players.models import ApiToken, Scope, User


def made(account: User, name: str = "Screen", **values: datetime | None) -> NewToken:
    return create_token(account=account, name=name, scopes=[Scope.READ], **values)


def test_a_token_is_long_recognisable_and_stored_as_a_digest_only(agnes: User) -> None:
    row, secret = made(agnes)

    assert secret.startswith("kiebitz_")
    assert len(secret) == len("kiebitz_") + 43
    stored = ApiToken.objects.values().get()
    assert stored["digest"] == hashlib.sha256(secret.encode()).hexdigest()
    assert stored["beginning"] == secret[:12]
    assert secret not in str(stored)
    assert made(agnes).secret != secret
    assert row.scopes == {Scope.READ}


def test_a_token_leads_to_its_account_and_scopes(agnes: User) -> None:
    secret = create_token(account=agnes, name="All", scopes=list(Scope)).secret

    token = use_token(secret=secret)

    assert token is not None
    assert (token.account, token.scopes) == (agnes, set(Scope))


@pytest.mark.parametrize(
    "wrong", ["", "kiebitz_", "kiebitz_" + "x" * 43, "kiebitz_" + "x" * 5000, "kiebitz_\udcff"]
)
def test_what_is_no_token_leads_nowhere(agnes: User, wrong: str) -> None:
    made(agnes)

    assert use_token(secret=wrong) is None


def test_a_token_without_its_prefix_leads_nowhere(agnes: User) -> None:
    assert use_token(secret=made(agnes).secret.removeprefix("kiebitz_")) is None


def test_an_expired_token_leads_nowhere(agnes: User) -> None:
    row, secret = made(agnes, expires_at=timezone.now() + timedelta(minutes=1))
    assert use_token(secret=secret) is not None

    ApiToken.objects.filter(pk=row.pk).update(expires_at=timezone.now())

    assert use_token(secret=secret) is None


def test_a_closed_account_does_not_get_in(agnes: User) -> None:
    secret = made(agnes).secret
    User.objects.update(is_active=False)

    assert use_token(secret=secret) is None


def test_a_revoked_token_leads_nowhere_and_the_others_still_do(agnes: User) -> None:
    (row, secret), other = made(agnes), made(agnes)

    revoke_token(actor=agnes, token=row)

    assert use_token(secret=secret) is None
    assert use_token(secret=other.secret) == other.row


def test_the_last_use_is_noted_once_a_minute(
    agnes: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row, secret = made(agnes)
    with django_assert_num_queries(2):
        use_token(secret=secret)
    first = ApiToken.objects.get().last_used_at
    assert first is not None

    with django_assert_num_queries(1):
        use_token(secret=secret)
    assert ApiToken.objects.get().last_used_at == first

    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    ApiToken.objects.filter(pk=row.pk).update(last_used_at=long_ago)
    use_token(secret=secret)
    last = ApiToken.objects.get().last_used_at
    assert last is not None
    assert last >= first


def test_the_history_tells_of_tokens_without_the_token(agnes: User) -> None:
    row, secret = made(agnes)
    revoke_token(actor=agnes, token=row)
    revoke_token(actor=agnes, token=row)

    told = {"token": "Screen", "beginning": secret[:12], "scopes": ["read"], "expires_at": None}
    entries = AuditEntry.objects.order_by("pk")
    assert [(entry.action, entry.target_id, entry.before, entry.after) for entry in entries] == [
        ("token.created", agnes.pk, {}, told),
        ("token.revoked", agnes.pk, told, {}),
    ]


@pytest.mark.parametrize(
    ("name", "scopes", "expires_at", "sentence"),
    [
        (" \t", [Scope.READ], None, "A token needs a name"),
        ("Screen", [], None, "Please choose what the token may be used for"),
        ("Screen", [Scope.READ], datetime(2020, 1, 1, tzinfo=UTC), "would already have expired"),
    ],
)
def test_useless_tokens_are_refused(
    agnes: User, name: str, scopes: list[Scope], expires_at: datetime | None, sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        create_token(account=agnes, name=name, scopes=scopes, expires_at=expires_at)

    assert not ApiToken.objects.exists()


def test_an_account_has_twenty_usable_tokens_at_most(agnes: User) -> None:
    tokens = [made(agnes) for _ in range(MAX_TOKENS)]
    with pytest.raises(Refused, match="You have 20 tokens"):
        made(agnes)

    revoke_token(actor=agnes, token=tokens[0].row)

    assert made(agnes).row.is_usable


def test_the_database_refuses_tokens_without_scope_or_name(agnes: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.create(account=agnes, name="Screen", digest="1")
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.create(account=agnes, name="", digest="2", reads=True)


def test_revoked_tokens_come_last(agnes: User) -> None:
    old, new = made(agnes, "old").row, made(agnes, "new").row
    newest = made(agnes, "newest").row
    revoke_token(actor=agnes, token=newest)

    assert list(tokens_of(agnes)) == [new, old, newest]


def test_the_export_of_ones_data_lists_the_tokens(agnes: User) -> None:
    row, secret = made(agnes)

    assert export_tokens(agnes) == [
        {
            "name": "Screen",
            "beginning": secret[:12],
            "scopes": ["read"],
            "created_at": row.created_at.isoformat(),
            "last_used_at": None,
            "expires_at": None,
            "revoked_at": None,
        }
    ]
