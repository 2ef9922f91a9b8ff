"""Who is told what, once; and which browsers can be added."""

from typing import Any

import pytest
from django.conf import LazySettings
from pytest_django import DjangoAssertNumQueries

from core.errors import Refused
from players.models import Channel, Notification, PushMessage, PushSubscription, User
from players.notifications import selectors
from players.notifications.services import (
    MAX_BROWSERS,
    add_browser,
    renew_feed,
    save_channel_choices,
    send_trial,
)
from tests.players.notifications.push_service import Browser, PushService
from tests.players.notifications.telling import BOARDS, AddBrowser, tell

pytestmark = pytest.mark.django_db


def jorge() -> User:
    return User.objects.create_user("jorge@example.org", None, display_name="Jorge")


def test_who_has_no_browser_and_no_feed_is_told_nothing(
    agnes: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):  # two of them begin and end the block
        assert tell(agnes) == 0

    assert not Notification.objects.exists()


def test_every_browser_of_the_account_gets_a_message(agnes: User, add: AddBrowser) -> None:
    add("/a")
    add("/b")
    add("/c", jorge())

    assert tell(agnes) == 1

    assert PushMessage.objects.count() == 2
    assert set(PushMessage.objects.values_list("subscription__account", flat=True)) == {agnes.pk}


def test_the_same_is_told_once(agnes: User, add: AddBrowser) -> None:
    add()

    assert [tell(agnes), tell(agnes), tell(agnes, version="2")] == [1, 0, 0]
    assert [tell(agnes, version="3", text="Board 6, Brown"), tell(agnes, version="4")] == [1, 1]

    assert PushMessage.objects.count() == 3


def test_each_way_is_chosen_by_kind(agnes: User, add: AddBrowser) -> None:
    add()
    renew_feed(account=agnes)
    save_channel_choices(account=agnes, channel=Channel.PUSH, wanted={BOARDS.key: False, "nonsense": False})

    tell(agnes)
    assert PushMessage.objects.count() == 0
    assert len(selectors.latest_notifications(agnes, limit=9)) == 1

    save_channel_choices(account=agnes, channel=Channel.FEED, wanted={BOARDS.key: False})
    assert tell(agnes, subject="round-2") == 0
    assert len(selectors.latest_notifications(agnes, limit=9)) == 0


def test_who_was_closed_out_is_told_nothing(agnes: User, add: AddBrowser) -> None:
    add()
    agnes.is_active = False
    agnes.save()

    assert tell(agnes) == 0


def test_long_words_are_cut(agnes: User, add: AddBrowser) -> None:
    add()

    tell(agnes, text="x" * 5000)

    assert len(Notification.objects.get().text) == 300


def test_notifications_speak_the_language_of_the_reader(agnes: User, add: AddBrowser) -> None:
    from django.utils import translation

    from players.notifications.services import Note, Words, notify

    add()
    agnes.language = "de"
    notify(BOARDS, [Note(agnes, "x", "1", "/", lambda: Words(str(translation.get_language()), ""))])

    assert Notification.objects.get().title == "de"


def test_a_browser_that_is_added_again_is_the_same(agnes: User, service: PushService) -> None:
    browser = Browser()
    keys = {"p256dh": browser.p256dh, "auth": browser.auth, "user_agent": ""}

    first, second = (add_browser(account=agnes, endpoint=f"{service.origin}/a", **keys) for _ in range(2))

    assert first == second


def test_on_a_shared_browser_the_last_account_is_told_and_nothing_of_the_one_before(
    agnes: User, service: PushService
) -> None:
    browser = Browser()
    keys = {"p256dh": browser.p256dh, "auth": browser.auth, "user_agent": ""}
    add_browser(account=agnes, endpoint=f"{service.origin}/a", **keys)
    tell(agnes)

    add_browser(account=jorge(), endpoint=f"{service.origin}/a", **keys)

    assert PushSubscription.objects.get().account.display_name == "Jorge"
    assert not PushMessage.objects.exists()


def test_nobody_takes_the_browser_of_others_by_its_address_alone(agnes: User, add: AddBrowser) -> None:
    add("/a")

    with pytest.raises(Refused):
        add("/a", jorge())

    assert PushSubscription.objects.get().account == agnes


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.net/x"},
        {"endpoint": "https://169.254.169.254/x"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": "\0"},
    ],
)
def test_what_no_browser_sends_is_refused(agnes: User, service: PushService, wrong: dict[str, Any]) -> None:
    browser = Browser()
    right = {"endpoint": f"{service.origin}/a", "p256dh": browser.p256dh, "auth": browser.auth}

    with pytest.raises(Refused):
        add_browser(account=agnes, **{**right, **wrong}, user_agent="")


def test_an_account_has_so_many_browsers_and_no_more(agnes: User, add: AddBrowser) -> None:
    for number in range(MAX_BROWSERS):
        add(f"/{number}")

    with pytest.raises(Refused):
        add("/one-more")


def test_without_a_key_nothing_can_be_switched_on(
    agnes: User, service: PushService, settings: LazySettings
) -> None:
    settings.PUSH_KEY = ""
    browser = Browser()

    with pytest.raises(Refused):
        add_browser(
            account=agnes,
            endpoint=f"{service.origin}/a",
            p256dh=browser.p256dh,
            auth=browser.auth,
            user_agent="",
        )


def test_a_trial_goes_to_all_browsers_and_into_no_feed(agnes: User, add: AddBrowser) -> None:
    add("/a")
    add("/b")
    renew_feed(account=agnes)

    assert [send_trial(account=agnes, path="/"), send_trial(account=agnes, path="/")] == [1, 1]

    assert PushMessage.objects.count() == 4
    assert len(selectors.latest_notifications(agnes, limit=9)) == 0


def test_a_new_address_of_the_feed_makes_the_one_before_stop(agnes: User) -> None:
    assert selectors.feed_token(agnes) == ""
    renew_feed(account=agnes)
    first = selectors.feed_token(agnes)
    assert selectors.account_of_feed(first) == agnes

    renew_feed(account=agnes)

    assert selectors.account_of_feed(first) is None
    assert selectors.account_of_feed(selectors.feed_token(agnes)) == agnes


def test_the_address_of_the_feed_is_not_in_the_database(agnes: User) -> None:
    renew_feed(account=agnes)
    secret = agnes.personal_feed.secret

    assert selectors.feed_token(agnes) != secret
    assert selectors.account_of_feed(secret) is None
    assert selectors.account_of_feed(f"{secret}.forged") is None


def test_the_copy_of_ones_data_has_the_choices_and_no_address_to_write_to(
    agnes: User, add: AddBrowser
) -> None:
    add("/secret-address")
    tell(agnes)

    content = selectors.export_notifications(agnes)

    assert [each["text"] for each in content["notifications"]] == ["Board 5, White"]
    assert [each["browser"] for each in content["browsers"]] == ["Firefox"]
    assert "secret-address" not in str(content)
