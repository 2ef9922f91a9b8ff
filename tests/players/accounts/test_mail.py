"""What is written to an account's owner: the kinds, the choices, and how to stop it."""

import re
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core import mail as outgoing
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from pytest_django import DjangoAssertNumQueries

from players.accounts.services import mail
from players.accounts.services.mail import NEW_DEVICE_MAIL, SECURITY_MAIL, MailKind
from players.models import MailChoice, User
from tests.players.accounts.passwords import PASSWORD


@pytest.fixture(autouse=True)
def _kinds_of_this_app_only() -> Iterator[None]:
    """What other apps register is not these tests' business."""
    with mail.MAIL_KINDS.replaced({kind.key: kind for kind in (SECURITY_MAIL, NEW_DEVICE_MAIL)}):
        yield


@pytest.fixture
def quiet_kind() -> Iterator[MailKind]:
    """A kind that nobody gets who did not ask for it."""
    kind = MailKind("test.news", _("News"), _("What is new."), default=False)
    with mail.MAIL_KINDS.extended(kind.key, kind, order=900):
        yield kind


def sign_in(client: Client) -> None:
    client.post(reverse("sign-in"), {"username": "agnes@example.org", "password": PASSWORD})


def subjects() -> list[str]:
    return [str(message.subject) for message in outgoing.outbox]


def stop_link() -> str:
    found = re.search(r"http://testserver(/account/mail/stop/\S+)", str(outgoing.outbox[-1].body))
    assert found
    return found[1]


def test_without_a_choice_the_default_holds(agnes: User, quiet_kind: MailKind) -> None:
    assert (mail.wants_mail(agnes, NEW_DEVICE_MAIL), mail.wants_mail(agnes, quiet_kind)) == (True, False)
    assert mail.mail_choices_of(agnes) == {"new_device": True, "test.news": False}


def test_a_choice_replaces_the_default_and_the_choice_before(agnes: User, quiet_kind: MailKind) -> None:
    mail.save_mail_choices(account=agnes, wanted={"new_device": False, "test.news": False})
    mail.save_mail_choices(account=agnes, wanted={"test.news": True})

    assert mail.mail_choices_of(agnes) == {"new_device": False, "test.news": True}
    assert MailChoice.objects.count() == 2


def test_what_is_mandatory_or_unknown_cannot_be_chosen(agnes: User) -> None:
    mail.save_mail_choices(account=agnes, wanted={"security": False, "nonsense": True})

    assert MailChoice.objects.count() == 0
    assert mail.wants_mail(agnes, SECURITY_MAIL)


def test_two_kinds_cannot_have_one_name() -> None:
    with pytest.raises(ImproperlyConfigured):
        mail.MAIL_KINDS.register("security", MailKind("security", "", ""))


def test_asking_costs_a_query_for_what_is_optional_only(
    agnes: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        mail.wants_mail(agnes, NEW_DEVICE_MAIL)
    with django_assert_num_queries(0):
        mail.wants_mail(agnes, SECURITY_MAIL)


def test_the_page_shows_and_keeps_the_choices(signed_in: Client, agnes: User, quiet_kind: MailKind) -> None:
    response = signed_in.get(reverse("mail-choices"))
    assert response.context["form"].initial == {"new_device": True, "test.news": False}
    assert "Your password, your address or your second factor was changed" in response.content.decode()

    signed_in.post(reverse("mail-choices"), {"test.news": "on", "security": ""})

    assert mail.mail_choices_of(agnes) == {"new_device": False, "test.news": True}


def test_a_new_device_is_told_once(client: Client, agnes: User) -> None:
    sign_in(client)
    client.post(reverse("sign-out"))
    sign_in(client)

    (message,) = outgoing.outbox
    assert (message.subject, message.to) == ("Signed in to Kiebitz on a new device", ["agnes@example.org"])
    assert "somebody, probably you, signed in to your account" in message.body
    sign_in(Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"}))
    assert "Device: Firefox on Linux\n" in outgoing.outbox[-1].body
    assert len(outgoing.outbox) == 2


def test_each_account_on_a_device_is_known_by_itself(client: Client, agnes: User) -> None:
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    for email in ("agnes@example.org", "jorge@example.org", "agnes@example.org", "jorge@example.org"):
        client.post(reverse("sign-in"), {"username": email, "password": PASSWORD})
        client.post(reverse("sign-out"))

    assert [message.to for message in outgoing.outbox] == [["agnes@example.org"], ["jorge@example.org"]]


def test_a_forged_cookie_makes_no_device_known(client: Client, agnes: User) -> None:
    client.cookies["kiebitz_known"] = f"[{agnes.pk}]"

    sign_in(client)

    assert len(outgoing.outbox) == 1


def test_signing_up_is_no_news(client: Client, db: None) -> None:
    form = {"display_name": "Jorge", "email": "jorge@example.org", "password": PASSWORD}
    client.post(reverse("sign-up"), form)

    assert outgoing.outbox == []


def test_whoever_does_not_want_it_gets_no_mail_about_devices(client: Client, agnes: User) -> None:
    mail.save_mail_choices(account=agnes, wanted={"new_device": False})

    sign_in(client)

    assert outgoing.outbox == []


def test_an_optional_mail_says_how_to_stop_it_in_text_and_headers(client: Client, agnes: User) -> None:
    sign_in(client)

    (message,) = outgoing.outbox
    assert message.extra_headers == {
        "List-Unsubscribe": f"<http://testserver{stop_link()}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    assert "You get this e-mail because you want those about: Signing in on a new device." in message.body


def test_a_mandatory_mail_offers_no_end(agnes: User) -> None:
    mail.send_notice(agnes, mail.PASSWORD_CHANGED_NOTICE)

    (message,) = outgoing.outbox
    assert message.extra_headers == {}
    assert "stop" not in message.body


def test_looking_at_the_link_stops_nothing(client: Client, agnes: User) -> None:
    sign_in(client)

    response = Client().get(stop_link())

    assert response.status_code == 200
    assert not response.context["stopped"]
    assert '<form class="form" method="post">' in response.content.decode()
    assert mail.wants_mail(agnes, NEW_DEVICE_MAIL)


def test_one_click_stops_this_kind_without_signing_in(client: Client, agnes: User) -> None:
    sign_in(client)
    # As a mail program does it: no cookies, no token of ours.
    program = Client(enforce_csrf_checks=True)

    response = program.post(stop_link(), {"List-Unsubscribe": "One-Click"})

    assert response.status_code == 200
    assert response.context["stopped"]
    assert str(response.context["kind"].label) in response.content.decode()
    assert not mail.wants_mail(agnes, NEW_DEVICE_MAIL)


@pytest.mark.parametrize("token", ["x", "WzEsInNlY3VyaXR5Il0:1a:b", "%00", "x" * 5000])
def test_a_forged_link_stops_nothing(client: Client, agnes: User, token: str) -> None:
    for method in (client.get, client.post):
        response = method(f"/account/mail/stop/{token}/")
        assert response.status_code == 410
    assert MailChoice.objects.count() == 0


def test_the_link_of_an_account_that_is_gone_does_not_work(client: Client, agnes: User) -> None:
    address = mail.unsubscribe_path(agnes, NEW_DEVICE_MAIL)
    agnes.delete()

    assert client.post(address).status_code == 410


def test_mandatory_kinds_have_no_link(client: Client, agnes: User) -> None:
    assert client.post(mail.unsubscribe_path(agnes, SECURITY_MAIL)).status_code == 410


def test_mails_show_the_time_of_the_reader(agnes: User, settings: LazySettings) -> None:
    agnes.time_zone = "Asia/Tokyo"

    mail.send_notice(agnes, mail.PASSWORD_CHANGED_NOTICE)

    assert re.search(r"\nWhen: .+ \(Asia/Tokyo\)\n", str(outgoing.outbox[-1].body))


def test_mails_speak_the_language_of_the_reader(agnes: User) -> None:
    agnes.language = "de"

    with mail.localized_for(agnes):
        from django.utils import translation

        assert translation.get_language() == "de"


def test_a_notice_is_short_and_says_what_to_do(agnes: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mail.send_notice(agnes, mail.PASSWORD_CHANGED_NOTICE)

    (message,) = outgoing.outbox
    body = re.sub(r"When: .+", "When: …", str(message.body))
    assert message.subject == "Your password for Kiebitz was changed"
    assert body == (
        "Hello Agnes Brandt,\n\n"
        "the password of your account at Kiebitz was changed.\n\n"
        "When: …\n\n"
        "If it was you, there is nothing to do. If not, choose a new password at once\n"
        "and end the sessions that are not yours:\n\n"
        "http://testserver/account/password/forgotten/\n"
        "http://testserver/account/sessions/\n"
    )


def test_a_changed_password_is_told(signed_in: Client, agnes: User) -> None:
    form = {"present_password": PASSWORD, "password": "eight lapwings and a fence post"}
    signed_in.post(reverse("change-password"), form)

    assert subjects() == [str(mail.PASSWORD_CHANGED_NOTICE.subject)]
