"""The second factor: codes, recovery codes, switching on and off."""

import time
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from core.errors import Refused
from players.accounts import selectors
from players.accounts.services import second_factor
from players.accounts.views import security
from players.models import RecoveryCode, SecondFactor, User
from tests.players.accounts.codes import Phone, switch_on
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


def test_a_secret_counts_only_when_a_code_has_confirmed_it(agnes: User) -> None:
    second_factor.begin_setup(account=agnes)
    assert not selectors.has_second_factor(agnes)

    codes = second_factor.switch_on(account=agnes, code=Phone(agnes).code(), keep_session=None)

    assert selectors.has_second_factor(agnes)
    assert (len(codes), len(set(codes))) == (10, 10)


def test_a_wrong_code_does_not_confirm_it(agnes: User) -> None:
    second_factor.begin_setup(account=agnes)

    with pytest.raises(Refused, match="This code is wrong"):
        second_factor.switch_on(account=agnes, code=wrong(Phone(agnes).code()), keep_session=None)

    assert not selectors.has_second_factor(agnes)


def test_looking_twice_shows_the_same_secret_until_it_is_confirmed(agnes: User) -> None:
    assert second_factor.begin_setup(account=agnes).secret == second_factor.begin_setup(account=agnes).secret

    switch_on(agnes)
    with pytest.raises(Refused, match="already on"):
        second_factor.begin_setup(account=agnes)


@pytest.mark.parametrize("drift", [-1, 0, 1])
def test_a_clock_may_be_thirty_seconds_fast_or_slow(agnes: User, drift: int) -> None:
    switch_on(agnes)
    SecondFactor.objects.update(last_step=0)

    assert second_factor.check_code(account=agnes, code=Phone(agnes).code(drift=drift))


@pytest.mark.parametrize("drift", [-3, -2, 2, 3])
def test_a_clock_that_is_further_off_is_refused(agnes: User, drift: int) -> None:
    switch_on(agnes)
    SecondFactor.objects.update(last_step=0)

    assert not second_factor.check_code(account=agnes, code=Phone(agnes).code(drift=drift))


def test_a_code_works_once_and_makes_older_ones_void(agnes: User, phone: Phone) -> None:
    SecondFactor.objects.update(last_step=0)
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
    second_factor.begin_setup(account=agnes)

    assert not second_factor.check_code(account=agnes, code=Phone(agnes).code())


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

    stored = list(RecoveryCode.objects.values_list("digest", flat=True))
    assert [len(digest) for digest in stored] == [64] * 10
    assert [code for code in codes if any(code in digest for digest in stored)] == []


def test_new_recovery_codes_make_the_older_ones_void(agnes: User) -> None:
    (old, *_rest) = switch_on(agnes)
    (new, *_others) = second_factor.renew_recovery_codes(account=agnes)

    assert not second_factor.check_code(account=agnes, code=old)
    assert second_factor.check_code(account=agnes, code=new)


# --- On the pages ---


def test_the_page_shows_the_secret_as_a_picture_and_as_text(signed_in: Client, agnes: User) -> None:
    response = signed_in.get(reverse("switch-on-second-factor"))

    text, secret = response.content.decode(), Phone(agnes).secret
    assert " ".join(secret[start : start + 4] for start in range(0, 32, 4)) in text
    assert f"otpauth://totp/Kiebitz:agnes%40example.org?secret={secret}&amp;issuer=Kiebitz" in text
    assert security.setup_qr_code(SecondFactor.objects.get()) in text
    assert "style=" not in text
    assert "no-store" in response["Cache-Control"]


def test_switching_on_shows_the_recovery_codes_once_and_ends_other_sessions(
    signed_in: Client, agnes: User
) -> None:
    elsewhere = Client()
    elsewhere.force_login(agnes)
    signed_in.get(reverse("switch-on-second-factor"))

    form = {"present_password": PASSWORD, "code": Phone(agnes).code()}
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


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"present_password": "wrong"}, ["present_password"]),
        ({"code": ""}, ["code"]),
        ({"code": "000 000 000"}, ["__all__"]),
    ],
)
def test_switching_on_takes_password_and_code(
    signed_in: Client, agnes: User, changes: dict[str, str], errors: list[str]
) -> None:
    signed_in.get(reverse("switch-on-second-factor"))

    form = {"present_password": PASSWORD, "code": Phone(agnes).code(), **changes}
    response = signed_in.post(reverse("switch-on-second-factor"), form)

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
    assert (RecoveryCode.objects.count(), SecondFactor.objects.count()) == (0, 0)
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
    for code in RecoveryCode.objects.all()[:8]:
        code.delete()

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
    signed_in.get(reverse("switch-on-second-factor"))
    phone = Phone(agnes)
    form = {"present_password": PASSWORD, "code": phone.code()}
    codes = signed_in.post(reverse("switch-on-second-factor"), form).context["codes"]
    User.objects.update(is_staff=True, is_superuser=True)
    text = signed_in.get(reverse("admin:players_user_change", args=[agnes.pk])).content.decode()

    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name != "django.db.backends"
    )
    for secret in (phone.secret, *codes):
        assert secret not in logged
        assert secret not in text
