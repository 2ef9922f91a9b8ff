"""The page of the choices, and browsers that come and go."""

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from players.accounts.services.mail import mail_choices_of
from players.models import Channel, PersonalFeed, PushMessage, PushSubscription, User
from players.notifications.selectors import channel_choices_of
from tests.players.accounts.passwords import PASSWORD
from tests.players.notifications.push_service import Browser, PushService
from tests.players.notifications.telling import BOARDS, AddBrowser

pytestmark = pytest.mark.django_db


@pytest.fixture
def agnes() -> User:
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")


@pytest.fixture
def signed_in(client: Client, agnes: User) -> Client:
    client.force_login(agnes)
    return client


def described(service: PushService, browser: Browser, path: str = "/a") -> dict[str, str]:
    return {"endpoint": f"{service.origin}{path}", "p256dh": browser.p256dh, "auth": browser.auth}


def add_here(client: Client, service: PushService) -> None:
    assert client.post(reverse("add-push-browser"), described(service, Browser())).status_code == 204


def test_one_page_has_each_kind_with_its_ways(signed_in: Client, agnes: User) -> None:
    page = signed_in.get(reverse("mail-choices"))
    rows = {
        row.kind.key: [box is not None for _label, box in row.boxes] for row in page.context["form"].rows()
    }
    assert (rows["new_device"], rows[BOARDS.key]) == ([True, False, False], [True, True, True])

    signed_in.post(reverse("mail-choices"), {f"push.{BOARDS.key}": "on", "push.new_device": "on"})

    told = channel_choices_of(agnes)
    assert (told[Channel.PUSH][BOARDS.key], told[Channel.FEED][BOARDS.key]) == (True, False)
    assert not mail_choices_of(agnes)[BOARDS.key]
    assert "new_device" not in told[Channel.PUSH]


def test_the_page_says_where_there_can_be_no_notifications(
    signed_in: Client, service: PushService, settings: LazySettings
) -> None:
    def state(**how: object) -> tuple[bool, bool, bool]:
        page = signed_in.get(reverse("mail-choices"), **how)  # type: ignore[arg-type]
        return page.context["is_secure"], bool(page.context["site_key"]), b"data-push-on" in page.content

    assert state() == (False, True, False)
    assert state(headers={"host": "localhost:8000"}) == (True, True, True)
    assert state(secure=True) == (True, True, True)
    settings.PUSH_KEY = ""
    assert state(secure=True) == (True, False, False)


def test_a_browser_is_added_known_again_and_removed(
    signed_in: Client, agnes: User, service: PushService
) -> None:
    add_here(signed_in, service)

    page = signed_in.get(reverse("mail-choices"))
    (row,) = page.context["browsers"]
    assert page.context["this_browser"] == row.pk
    assert signed_in.post(reverse("remove-push-browser", args=[row.pk])).status_code == 302

    assert signed_in.get(reverse("mail-choices")).context["this_browser"] is None
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "data", [{}, {"endpoint": "http://10.0.0.1/x", "p256dh": "x", "auth": "y"}, {"auth": "\0"}]
)
def test_nonsense_is_refused_with_a_sentence(
    signed_in: Client, service: PushService, data: dict[str, str]
) -> None:
    response = signed_in.post(reverse("add-push-browser"), data)

    assert response.status_code == 400
    assert response.json()["problem"]


def test_browsers_cannot_be_added_without_end(signed_in: Client, service: PushService) -> None:
    statuses = [signed_in.post(reverse("add-push-browser"), {}).status_code for _ in range(31)]

    assert (statuses[0], statuses[-1]) == (400, 429)


def test_nobody_removes_the_browsers_of_others(signed_in: Client, add: AddBrowser) -> None:
    other = User.objects.create_user("jorge@example.org", None, display_name="Jorge")
    _browser, row = add("/a", other)

    assert signed_in.post(reverse("remove-push-browser", args=[row.pk])).status_code == 404
    assert PushSubscription.objects.exists()


def test_a_trial_is_on_its_way_if_there_is_a_browser(signed_in: Client, add: AddBrowser) -> None:
    signed_in.post(reverse("try-push-browsers"))
    assert not PushMessage.objects.exists()

    add("/a")
    signed_in.post(reverse("try-push-browsers"))
    assert PushMessage.objects.count() == 1


def test_the_feed_gets_an_address_another_one_and_none(signed_in: Client) -> None:
    addresses = []
    for _ in range(2):
        signed_in.post(reverse("renew-personal-feed"))
        addresses.append(signed_in.get(reverse("mail-choices")).context["feed_url"])
    signed_in.post(reverse("remove-personal-feed"))

    assert addresses[0] != addresses[1]
    assert "feed_url" not in signed_in.get(reverse("mail-choices")).context
    assert not PersonalFeed.objects.exists()


def test_who_signs_out_gets_nothing_in_that_browser_any_more(signed_in: Client, service: PushService) -> None:
    add_here(signed_in, service)

    signed_in.post(reverse("sign-out"))

    assert not PushSubscription.objects.exists()


def test_who_signs_in_ends_the_notifications_of_others_there(signed_in: Client, service: PushService) -> None:
    """The session of before has ended by itself."""
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    add_here(signed_in, service)
    del signed_in.cookies["kiebitz_session"]

    signed_in.post(reverse("sign-in"), {"username": "agnes@example.org", "password": PASSWORD})
    assert PushSubscription.objects.exists()
    del signed_in.cookies["kiebitz_session"]
    signed_in.post(reverse("sign-in"), {"username": "jorge@example.org", "password": PASSWORD})

    assert not PushSubscription.objects.exists()


def test_a_session_that_is_ended_from_elsewhere_ends_its_notifications(
    signed_in: Client, agnes: User, service: PushService, add: AddBrowser
) -> None:
    add_here(signed_in, service)
    here = Client()
    here.force_login(agnes)
    here.post(reverse("add-push-browser"), described(service, Browser(), "/here"))

    here.post(reverse("end-session"))

    assert [row.endpoint.rpartition("/")[2] for row in PushSubscription.objects.all()] == ["here"]


def test_a_forged_mark_ends_nothing(signed_in: Client, service: PushService) -> None:
    add_here(signed_in, service)
    signed_in.cookies["kiebitz_notifications"] = "1"

    signed_in.post(reverse("sign-out"))

    assert PushSubscription.objects.exists()
