"""The second factor: codes, recovery codes, switching on and off."""

import time
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from core.errors import Refused
from players.accounts import selectors
from players.accounts.services import second_factor
from players.accounts.views import second_factor as second_factor_pages
from players.models import User
from tests.players.accounts.codes import Phone, forget_used_codes, stored_digests, switch_on
from tests.players.accounts.passwords import PASSWORD


@pytest.fixture(autouse=True)
def _a_clock_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step ends between making a code and checking it."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def phone(agnes: User) -> Phone:
    switch_on(agnes)
    mail.outbox.clear()
    return Phone(agnes)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def test_an_app_counts_when_it_shows_the_right_code(agnes: User) -> None:
    secret = second_factor.new_secret()

    codes = second_factor.add_app(
        account=agnes, secret=secret, code=Phone(agnes, secret).code(), keep_session=None
    )

    assert selectors.has_second_factor(agnes)
    assert (len(codes), len(set(codes))) == (10, 10)


def test_a_wrong_code_does_not_switch_it_on(agnes: User) -> None:
    secret = second_factor.new_secret()

    with pytest.raises(Refused, match="This code is wrong"):
        second_factor.add_app(
            account=agnes, secret=secret, code=wrong(Phone(agnes, secret).code()), keep_session=None
        )

    assert not selectors.has_second_factor(agnes)


def test_an_account_has_one_app(agnes: User) -> None:
    switch_on(agnes)

    with pytest.raises(Refused, match="already on"):
        switch_on(agnes)


@pytest.mark.parametrize("drift", [-1, 0, 1])
def test_a_clock_may_be_thirty_seconds_fast_or_slow(agnes: User, drift: int) -> None:
    switch_on(agnes)
    forget_used_codes()

    assert second_factor.check_code(account=agnes, code=Phone(agnes).code(drift=drift))


@pytest.mark.parametrize("drift", [-3, -2, 2, 3])
def test_a_clock_that_is_further_off_is_refused(agnes: User, drift: int) -> None:
    switch_on(agnes)
    forget_used_codes()

    assert not second_factor.check_code(account=agnes, code=Phone(agnes).code(drift=drift))


def test_a_code_works_once_and_makes_older_ones_void(agnes: User, phone: Phone) -> None:
    forget_used_codes()
    assert second_factor.check_code(account=agnes, code=phone.code())

    assert not second_factor.check_code(account=agnes, code=phone.code())
    assert not second_factor.check_code(account=agnes, code=phone.code(drift=-1))
    assert second_factor.check_code(account=agnes, code=phone.code(drift=1))


def test_a_code_may_be_typed_with_spaces(agnes: User, phone: Phone) -> None:
    code = phone.code()

    assert second_factor.check_code(account=agnes, code=f" {code[:3]} {code[3:]} ")


@pytest.mark.parametrize("code", ["", "0", "abcdef", "١٢٣٤٥٦", "\0", "x" * 9999])
def test_nonsense_is_no_code(agnes: User, phone: Phone, code: str) -> None:
    assert not second_factor.check_code(account=agnes, code=code)


def test_without_a_second_factor_no_code_is_right(agnes: User) -> None:
    assert not second_factor.check_code(account=agnes, code=Phone(agnes, second_factor.new_secret()).code())


def test_codes_are_checked_while_the_cache_is_away(agnes: User, phone: Phone, settings: LazySettings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",
        }
    }

    assert second_factor.check_code(account=agnes, code=phone.code())
    assert not second_factor.check_code(account=agnes, code=phone.code())


@pytest.mark.django_db(transaction=True)
def test_of_two_who_come_with_the_same_code_one_is_let_in() -> None:
    agnes = User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")
    (recovery, *_others), code = switch_on(agnes), Phone(agnes).code()

    def check(typed: str) -> bool:
        try:
            return second_factor.check_code(account=agnes, code=typed)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(check, [code] * 4)) == [False, False, False, True]
        assert sorted(pool.map(check, [recovery] * 4)) == [False, False, False, True]


def test_recovery_codes_work_once_each_however_they_are_typed(agnes: User) -> None:
    first, second, third, *_rest = switch_on(agnes)
    mail.outbox.clear()

    assert second_factor.check_code(account=agnes, code=first)
    assert not second_factor.check_code(account=agnes, code=first)
    assert second_factor.check_code(account=agnes, code=second.upper())
    assert second_factor.check_code(account=agnes, code=third.replace("-", " "))
    assert selectors.recovery_codes_left(agnes) == 7
    assert [message.subject for message in mail.outbox] == ["A recovery code was used at Kiebitz"] * 3


def test_a_recovery_code_opens_its_own_account_only(agnes: User) -> None:
    jorge = User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    switch_on(jorge)
    (code, *_rest) = switch_on(agnes)

    assert not second_factor.check_code(account=jorge, code=code)


def test_recovery_codes_are_stored_as_digests(agnes: User) -> None:
    codes = switch_on(agnes)

    stored = stored_digests()
    assert [len(digest) for digest in stored] == [64] * 10
    assert [code for code in codes if any(code in digest for digest in stored)] == []


def test_new_recovery_codes_make_the_older_ones_void(agnes: User) -> None:
    (old, *_rest) = switch_on(agnes)
    (new, *_others) = second_factor.renew_recovery_codes(account=agnes)

    assert not second_factor.check_code(account=agnes, code=old)
    assert second_factor.check_code(account=agnes, code=new)


# --- On the pages ---


def secret_on(page: Any) -> str:
    """The secret that the page shows; empty if it shows none."""
    return str((page.context or {}).get("secret", "")).replace(" ", "")


def see_secret(client: Client, password: str = PASSWORD) -> Any:
    return client.post(reverse("switch-on-second-factor"), {"present_password": password})


def test_the_secret_is_shown_only_after_the_password(signed_in: Client, agnes: User) -> None:
    address = reverse("switch-on-second-factor")

    assert secret_on(signed_in.get(address)) == ""
    assert secret_on(see_secret(signed_in, "wrong")) == ""
    assert secret_on(signed_in.post(address, {})) == ""
    assert len(secret_on(see_secret(signed_in))) == 32


def test_the_page_shows_the_secret_as_a_picture_and_as_text(signed_in: Client) -> None:
    response = see_secret(signed_in)

    text, secret = response.content.decode(), secret_on(response)
    link = f"otpauth://totp/Kiebitz:agnes%40example.org?secret={secret}&issuer=Kiebitz"
    assert " ".join(secret[start : start + 4] for start in range(0, 32, 4)) in text
    assert link.replace("&", "&amp;") in text
    assert get_adapter().build_totp_svg(link) in text
    assert "style=" not in text
    assert "no-store" in response["Cache-Control"]


def test_a_secret_is_never_shown_twice(signed_in: Client, agnes: User) -> None:
    address = reverse("switch-on-second-factor")
    first = secret_on(see_secret(signed_in))

    after_a_wrong_code = signed_in.post(address, {"code": "000 000"})
    assert after_a_wrong_code.status_code == 200
    assert first not in after_a_wrong_code.content.decode().replace(" ", "")
    # Not by a reload, nor by sending the password again; and the old one is void then.
    assert secret_on(signed_in.get(address)) == ""
    second = secret_on(see_secret(signed_in))
    assert second not in ("", first)
    signed_in.post(address, {"code": Phone(agnes, first).code()})
    assert not selectors.has_second_factor(agnes)
    signed_in.post(address, {"code": Phone(agnes, second).code()})
    assert selectors.has_second_factor(agnes)
    assert signed_in.get(address)["Location"] == "/account/security/"


def test_a_secret_that_waited_too_long_is_void(
    signed_in: Client, agnes: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = secret_on(see_secret(signed_in))
    later = time.time() + second_factor_pages.MAX_SECONDS_TO_SET_UP + 1
    monkeypatch.setattr(time, "time", lambda: later)

    signed_in.post(reverse("switch-on-second-factor"), {"code": Phone(agnes, secret).code()})

    assert not selectors.has_second_factor(agnes)


def test_switching_on_shows_the_recovery_codes_once_and_ends_other_sessions(
    signed_in: Client, agnes: User
) -> None:
    elsewhere = Client()
    elsewhere.force_login(agnes)
    secret = secret_on(see_secret(signed_in))

    form = {"code": Phone(agnes, secret).code()}
    response = signed_in.post(reverse("switch-on-second-factor"), form)

    codes = response.context["codes"]
    assert [code for code in codes if code not in response.content.decode()] == []
    assert "no-store" in response["Cache-Control"]
    assert elsewhere.get(reverse("account")).status_code == 302
    again = signed_in.post(reverse("switch-on-second-factor"), form)
    assert again["Location"] == "/account/security/"
    assert "10 of 10 recovery codes are left." in signed_in.get(reverse("security")).content.decode()
    assert [message.subject for message in mail.outbox] == ["Signing in to Kiebitz now needs a code"]
    (line,) = AuditEntry.objects.all()
    assert str(line) == "Agnes Brandt switched on the second factor of Agnes Brandt"


@pytest.mark.parametrize(("code", "errors"), [("", ["code"]), ("000 000 000", ["__all__"])])
def test_switching_on_takes_a_code(signed_in: Client, agnes: User, code: str, errors: list[str]) -> None:
    see_secret(signed_in)

    response = signed_in.post(reverse("switch-on-second-factor"), {"code": code})

    assert list(response.context["form"].errors) == errors
    assert not selectors.has_second_factor(agnes)


def test_switching_off_takes_password_and_code_and_ends_other_sessions(
    signed_in: Client, agnes: User, phone: Phone
) -> None:
    signed_in.force_login(agnes)
    elsewhere = Client()
    elsewhere.force_login(agnes)
    address = reverse("switch-off-second-factor")
    refused = [
        {"present_password": "wrong", "code": phone.code()},
        {"present_password": PASSWORD, "code": wrong(phone.code())},
        {"present_password": PASSWORD},
        {"code": phone.code()},
    ]
    assert [signed_in.post(address, form).status_code for form in refused] == [200] * 4
    assert selectors.has_second_factor(agnes)

    response = signed_in.post(address, {"present_password": PASSWORD, "code": phone.code()})

    assert response["Location"] == "/account/security/"
    assert not selectors.has_second_factor(agnes)
    assert Authenticator.objects.count() == 0
    assert elsewhere.get(reverse("account")).status_code == 302
    assert [message.subject for message in mail.outbox] == ["Signing in to Kiebitz no longer needs a code"]


def test_new_recovery_codes_are_shown_to_who_has_password_and_code(
    signed_in: Client, agnes: User, phone: Phone
) -> None:
    signed_in.force_login(agnes)

    response = signed_in.post(
        reverse("renew-recovery-codes"), {"present_password": PASSWORD, "code": phone.code()}
    )

    assert len(response.context["codes"]) == 10
    assert second_factor.check_code(account=agnes, code=response.context["codes"][0])


@pytest.mark.parametrize("name", ["switch-off-second-factor", "renew-recovery-codes"])
def test_what_is_off_needs_no_page(signed_in: Client, name: str) -> None:
    assert signed_in.get(reverse(name))["Location"] == "/account/security/"


def test_few_codes_left_are_pointed_out(signed_in: Client, agnes: User, phone: Phone) -> None:
    signed_in.force_login(agnes)
    recovery = Authenticator.objects.get(type="recovery_codes")
    recovery.data["digests"] = recovery.data["digests"][:2]
    recovery.save()

    text = signed_in.get(reverse("security")).content.decode()

    assert "2 of 10 recovery codes are left." in text
    assert "Create new ones before you need them." in text


# --- For those who run the site ---


def test_the_operator_resets_it_by_a_command(agnes: User, phone: Phone) -> None:
    client = Client()
    client.force_login(agnes)
    said = StringIO()

    call_command("reset_second_factor", "AGNES@example.org", reason="She showed her passport.", stdout=said)

    assert said.getvalue() == "The second factor of agnes@example.org is off. All sessions are ended.\n"
    assert not selectors.has_second_factor(agnes)
    assert client.get(reverse("account")).status_code == 302
    line = AuditEntry.objects.latest("pk")
    assert (str(line), line.reason) == (
        "The site reset the second factor of Agnes Brandt",
        "She showed her passport.",
    )
    assert mail.outbox[-1].subject == "Signing in to Kiebitz no longer needs a code"


def test_the_command_says_what_it_cannot_do(agnes: User) -> None:
    with pytest.raises(CommandError, match=r"^There is no account with the address nobody@example.org\.$"):
        call_command("reset_second_factor", "nobody@example.org")
    with pytest.raises(CommandError, match=r"^The second factor of agnes@example.org is off already\.$"):
        call_command("reset_second_factor", "agnes@example.org")


def test_a_site_administrator_resets_it_in_the_administration(agnes: User, phone: Phone) -> None:
    admin = User.objects.create_superuser("admin@example.org", PASSWORD, display_name="Admin")
    client = Client()
    client.force_login(admin)

    form = {"action": "reset_second_factors", "_selected_action": [agnes.pk, admin.pk]}
    response = client.post(reverse("admin:players_user_changelist"), form, follow=True)

    assert "The second factor of 1 account is reset." in response.content.decode()
    assert not selectors.has_second_factor(agnes)
    line = AuditEntry.objects.latest("pk")
    assert (str(line), line.actor_id) == ("Admin reset the second factor of Agnes Brandt", admin.pk)


def test_the_secret_is_in_no_log_and_no_administration_page(
    signed_in: Client, agnes: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    phone = Phone(agnes, secret_on(see_secret(signed_in)))
    codes = signed_in.post(reverse("switch-on-second-factor"), {"code": phone.code()}).context["codes"]
    User.objects.update(is_staff=True, is_superuser=True)
    text = signed_in.get(reverse("admin:players_user_change", args=[agnes.pk])).content.decode()

    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name != "django.db.backends"
    )
    for secret in (phone.secret, *codes):
        assert secret not in logged
        assert secret not in text
