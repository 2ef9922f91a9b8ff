"""Language, time zone and colours."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from players.accounts.services import preferences
from players.models import User
from tests.markup import compact
from tests.players.accounts.passwords import PASSWORD

# Cookies and pages; that a choice is written is seen in test_profile.py.
pytestmark = pytest.mark.one_database

FORM = {"language": "de", "time_zone": "Europe/Berlin", "theme": "dark"}


def chosen() -> tuple[str, str, str]:
    user = User.objects.get()
    return user.language, user.time_zone, user.theme


def test_what_is_chosen_is_kept_in_the_account_and_in_the_browser(signed_in: Client) -> None:
    response = signed_in.post(reverse("preferences"), FORM)

    assert response["Location"] == "/account/preferences/"
    assert chosen() == ("de", "Europe/Berlin", "dark")
    assert response.cookies["theme"].value == "dark"
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "de"


def test_the_form_shows_what_holds_now(signed_in: Client, agnes: User) -> None:
    signed_in.cookies["theme"] = "light"
    initial = signed_in.get(reverse("preferences")).context["form"].initial
    assert initial == {"language": "en", "time_zone": "UTC", "theme": "light"}

    preferences.save_preferences(account=agnes, language="it", time_zone="Asia/Tokyo", theme="dark")
    initial = signed_in.get(reverse("preferences")).context["form"].initial
    assert initial == {"language": "it", "time_zone": "Asia/Tokyo", "theme": "dark"}


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/berlin", "Europe/Berlin"),
        (" America/New York ", "America/New_York"),
        ("UTC", "UTC"),
        ("US/Eastern", "US/Eastern"),
        ("Asia/Calcutta", "Asia/Calcutta"),
    ],
)
def test_a_zone_is_understood_however_it_is_written(signed_in: Client, typed: str, zone: str) -> None:
    signed_in.post(reverse("preferences"), {**FORM, "time_zone": typed})

    assert chosen()[1] == zone


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "Berlin"),
        ("time_zone", "../../etc/passwd"),
        ("time_zone", "\0"),
        ("time_zone", "x" * 9999),
        ("time_zone", ""),
        ("language", "xx"),
        ("language", ""),
        ("theme", "pink"),
    ],
)
def test_bad_input_is_named_at_its_field_and_kept(signed_in: Client, field: str, value: str) -> None:
    response = signed_in.post(reverse("preferences"), {**FORM, field: value})

    assert list(response.context["form"].errors) == [field]
    assert response.context["form"][field].value() == value
    assert chosen() == ("", "", "")


def test_zones_are_offered_by_place(signed_in: Client) -> None:
    text = signed_in.get(reverse("preferences")).content.decode()

    assert '<option value="Europe/Berlin"></option>' in text
    assert '<option value="UTC"></option>' in text
    assert "US/Eastern" not in text
    assert 'list="id_time_zone_zones"' in text
    assert '<datalist id="id_time_zone_zones">' in text


def test_pages_speak_the_language_of_the_account_on_every_device(agnes: User) -> None:
    preferences.save_preferences(account=agnes, language="it")
    elsewhere = Client(headers={"accept-language": "es"})
    assert elsewhere.get("/")["Content-Language"] == "es"

    elsewhere.post(reverse("sign-in"), {"username": agnes.email, "password": PASSWORD})

    response = elsewhere.get("/")
    assert 'lang="it" aria-pressed="true"' in compact(response)
    assert response["Content-Language"] == "it"


def test_the_switch_in_the_header_changes_the_account_too(signed_in: Client) -> None:
    signed_in.post(reverse("set_language"), {"language": "es"})
    signed_in.post(reverse("choose-theme"), {"theme": "dark"})

    assert chosen() == ("es", "", "dark")
    text = compact(signed_in.get("/"))
    assert 'lang="es" aria-pressed="true"' in text
    assert '<html lang="es" dir="ltr" data-theme="dark">' in text


def test_an_unknown_language_or_theme_changes_nothing(signed_in: Client) -> None:
    signed_in.post(reverse("set_language"), {"language": "xx"})
    signed_in.post(reverse("choose-theme"), {"theme": "pink"})

    assert chosen() == ("", "", "")


def test_the_theme_of_the_account_goes_before_that_of_the_browser(signed_in: Client, agnes: User) -> None:
    signed_in.cookies["theme"] = "light"
    preferences.save_preferences(account=agnes, theme="dark")

    assert 'data-theme="dark"' in signed_in.get("/").content.decode()
    signed_in.post(reverse("sign-out"))
    assert 'data-theme="light"' in signed_in.get("/").content.decode()


def test_times_are_shown_in_the_zone_of_the_viewer(signed_in: Client, agnes: User) -> None:
    User.objects.update(joined_at=datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    assert "1 March 2026" in signed_in.get(reverse("account")).content.decode()

    preferences.save_preferences(account=agnes, time_zone="Asia/Tokyo")

    assert "2 March 2026" in signed_in.get(reverse("account")).content.decode()


def test_the_zone_of_one_visitor_is_not_the_next_ones(signed_in: Client, agnes: User) -> None:
    preferences.save_preferences(account=agnes, time_zone="Asia/Tokyo")

    signed_in.get(reverse("account"))

    assert timezone.get_current_timezone_name() == "UTC"


def test_a_zone_or_language_that_is_gone_does_no_harm(signed_in: Client, agnes: User) -> None:
    preferences.save_preferences(account=agnes, language="xx", time_zone="Europe/Atlantis", theme="")

    assert signed_in.get(reverse("account")).status_code == 200


def test_signing_up_takes_language_and_zone_along(client: Client, db: None) -> None:
    form = {"display_name": "Jorge", "email": "jorge@example.org", "password": PASSWORD}
    client.post(reverse("sign-up"), {**form, "time_zone": "Europe/Madrid"}, headers={"accept-language": "es"})

    assert chosen() == ("es", "Europe/Madrid", "")


def test_signing_up_with_a_zone_we_do_not_know_takes_none(client: Client, db: None) -> None:
    form = {"display_name": "Jorge", "email": "jorge@example.org", "password": PASSWORD}
    client.post(reverse("sign-up"), {**form, "time_zone": "Nowhere/At all"})

    assert chosen()[1] == ""


@pytest.mark.parametrize("name", ["account", "preferences", "mail-choices", "security", "your-data"])
def test_the_pages_of_an_account_take_one_query_of_their_own(
    signed_in: Client, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    signed_in.get(reverse(name))

    # The session, the account, and what the page is about; the preferences are in the account, and beside the factors
    # stands whether another account is connected. On the first page also how many games wait, and whether others' do.
    # Notifications are chosen by three ways, and have browsers and a feed.
    with django_assert_num_queries(
        {"preferences": 2, "security": 4, "account": 5, "mail-choices": 6}.get(name, 3)
    ):
        signed_in.get(reverse(name))


def test_health_checks_cost_no_query(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get(reverse("healthz"))
