"""Passkeys as the server sees them; tests/browser/test_passkeys.py makes and uses real ones."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from core.errors import Refused
from players.accounts import policies, selectors
from players.accounts.services import second_factor
from players.models import User
from tests.players.accounts.codes import Phone, switch_on
from tests.players.accounts.passwords import PASSWORD

# Signatures and counters are checked in Python.
pytestmark = pytest.mark.one_database

ASSERTION: dict[str, Any] = {
    "id": "AAAA",
    "rawId": "AAAA",
    "type": "public-key",
    "response": {
        "clientDataJSON": "e30",
        "authenticatorData": "AAAA",
        "signature": "AAAA",
        "userHandle": "MQ",
    },
}
NONSENSE = [
    "",
    "x",
    "null",
    "[]",
    "{}",
    "7",
    '"text"',
    '{"id": 1}',
    "[" * 2000,
    "\0",
    json.dumps(ASSERTION),
    json.dumps({**ASSERTION, "response": None}),
    json.dumps({**ASSERTION, "response": []}),
    json.dumps({**ASSERTION, "rawId": "%%%"}),
    json.dumps({**ASSERTION, "id": "BBBB"}),
    json.dumps({**ASSERTION, "response": {**ASSERTION["response"], "userHandle": None}}),
    json.dumps({**ASSERTION, "response": {**ASSERTION["response"], "userHandle": 7}}),
    json.dumps({**ASSERTION, "response": {**ASSERTION["response"], "userHandle": "é"}}),
    json.dumps({**ASSERTION, "response": {**ASSERTION["response"], "userHandle": "_w"}}),
    json.dumps({**ASSERTION, "response": {**ASSERTION["response"], "clientDataJSON": "AAAA"}}),
    json.dumps({**ASSERTION, "response": {"clientDataJSON": "e30", "attestationObject": "oA"}}),
    json.dumps({**ASSERTION, "response": {"clientDataJSON": "e30", "attestationObject": "AAAA"}}),
]


def add(account: User, name: str = "Phone") -> list[str]:
    return second_factor.add_passkey(account=account, name=name, credential={}, keep_session=None)


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_signs_nobody_in(client: Client, agnes: User, credential: str) -> None:
    client.get(reverse("passkey-sign-in"))

    response = client.post(reverse("passkey-sign-in"), {"credential": credential})

    assert response.status_code == 200
    assert response.context["problem"]
    assert not get_user(client).is_authenticated  # type: ignore[arg-type]


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_is_no_second_step_and_counts_as_a_failure(
    client: Client, agnes: User, credential: str
) -> None:
    switch_on(agnes)
    client.post(reverse("sign-in"), {"username": "agnes@example.org", "password": PASSWORD})

    response = client.post(reverse("second-step"), {"credential": credential})

    assert response.status_code == 200
    assert AccessAttempt.objects.get().failures_since_start == 1
    assert not get_user(client).is_authenticated  # type: ignore[arg-type]


@pytest.mark.parametrize("credential", [*NONSENSE, json.dumps({"x": "y" * 20_000})])
def test_nonsense_is_no_new_passkey(signed_in: Client, agnes: User, credential: str) -> None:
    signed_in.post(reverse("add-passkey"), {"present_password": PASSWORD})

    response = signed_in.post(reverse("add-passkey"), {"name": "Phone", "credential": credential})

    assert response.status_code == 200
    assert response.context["form"].errors
    assert not selectors.has_second_factor(agnes)


def test_a_passkey_is_offered_only_after_the_password(signed_in: Client) -> None:
    address = reverse("add-passkey")

    assert "options" not in signed_in.get(address).context
    assert "options" not in signed_in.post(address, {"present_password": "wrong"}).context
    assert signed_in.post(address, {"credential": "{}"})["Location"] == address
    assert "options" in signed_in.post(address, {"present_password": PASSWORD}).context


def test_a_new_passkey_ends_other_sessions_tells_the_owner_and_leaves_a_line(agnes: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(agnes)

    codes = add(agnes)

    assert len(codes) == 10
    assert elsewhere.get(reverse("account")).status_code == 302
    assert mail.outbox[-1].to == ["agnes@example.org"]
    line = AuditEntry.objects.get()
    assert (str(line), line.before, line.after) == (
        "Agnes Brandt added a passkey to the account of Agnes Brandt",
        {},
        {},
    )


def test_a_second_factor_more_makes_no_new_recovery_codes(agnes: User) -> None:
    switch_on(agnes)

    assert add(agnes) == []
    assert selectors.recovery_codes_left(agnes) == 10


def test_recovery_codes_go_with_the_last_factor(agnes: User) -> None:
    switch_on(agnes)
    add(agnes)
    (passkey,) = selectors.second_factors_of(agnes).passkeys

    second_factor.remove_app(account=agnes, keep_session=None)
    assert selectors.recovery_codes_left(agnes) == 10
    second_factor.remove_passkey(account=agnes, pk=passkey.pk, keep_session=None)

    assert Authenticator.objects.count() == 0
    assert [line.action for line in AuditEntry.objects.order_by("pk")][-2:] == [
        "account.second_factor_off",
        "account.passkey_removed",
    ]


def test_nobody_removes_the_passkey_of_another(signed_in: Client) -> None:
    jorge = User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    add(jorge)
    (passkey,) = selectors.second_factors_of(jorge).passkeys

    address = reverse("remove-passkey", args=[passkey.pk])

    assert signed_in.post(address, {"present_password": PASSWORD}).status_code == 404
    assert selectors.has_second_factor(jorge)


def test_removing_takes_the_password_and_a_code_if_the_app_is_on(signed_in: Client, agnes: User) -> None:
    switch_on(agnes)
    add(agnes)
    signed_in.force_login(agnes)
    (passkey,) = selectors.second_factors_of(agnes).passkeys
    address = reverse("remove-passkey", args=[passkey.pk])

    for form in ({}, {"present_password": PASSWORD}, {"present_password": PASSWORD, "code": "000000"}):
        assert signed_in.post(address, form).status_code == 200
    assert selectors.second_factors_of(agnes).passkeys

    signed_in.post(address, {"present_password": PASSWORD, "code": Phone(agnes).code()})
    assert not selectors.second_factors_of(agnes).passkeys


def test_there_is_an_end_to_the_number_of_passkeys(agnes: User) -> None:
    for number in range(second_factor.MAX_PASSKEYS):
        add(agnes, f"Phone {number}")

    with pytest.raises(Refused, match="20 passkeys"):
        add(agnes)


def test_signing_in_with_passkeys_is_limited(client: Client, db: None) -> None:
    for _ in range(policies.PASSKEY_BY_ADDRESS.times):
        policies.PASSKEY_BY_ADDRESS.seconds_to_wait("127.0.0.1")

    response = client.post(reverse("passkey-sign-in"), {"credential": "{}"})

    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0


def test_what_the_device_signs_is_another_each_time(client: Client, db: None) -> None:
    challenges = [
        client.get(reverse("passkey-sign-in")).json()["request_options"]["publicKey"]["challenge"]
        for _ in range(2)
    ]

    assert len(set(challenges)) == 2
