"""One message, one request; whatever the other side does is an answer, and soon."""

import time
from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from jobs.web_push import requests
from jobs.web_push.identification import SiteKey
from jobs.web_push.requests import Answer, Delivery, Message, Receiver, read_answer, send
from tests.players.notifications.push_service import Browser, PushService, drip, flood, push_service

KEY = SiteKey("only for these tests, and long enough")
MESSAGE = Message(b'{"title": "x"}', topic="round-1", seconds_to_live=3600)


@pytest.fixture
def service(settings: LazySettings) -> Iterator[PushService]:
    settings.PUSH_TO_LOOPBACK = True
    with push_service() as running:
        yield running


def sent_to(address: str, browser: Browser | None = None) -> Answer:
    browser = browser or Browser()
    receiver = Receiver(address, browser.p256dh, browser.auth)
    return send(MESSAGE, receiver, key=KEY, contact="mailto:kiebitz@club.example.org")


def test_the_push_service_gets_what_the_standard_asks_for_and_the_browser_reads_it(
    service: PushService,
) -> None:
    browser = Browser()

    answer = sent_to(f"{service.origin}/a", browser)

    (received,) = service.received
    assert answer.outcome is Delivery.DELIVERED
    assert browser.decrypt(received.body) == MESSAGE.plain
    assert received.headers["Content-Encoding"] == "aes128gcm"
    assert (received.headers["TTL"], received.headers["Topic"]) == ("3600", "round-1")
    assert received.headers["Authorization"].startswith("vapid t=")


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Delivery.DELIVERED),
        (202, Delivery.DELIVERED),
        (400, Delivery.REFUSED),
        (403, Delivery.REFUSED),
        (404, Delivery.GONE),
        (410, Delivery.GONE),
        (413, Delivery.REFUSED),
        (429, Delivery.LATER),
        (500, Delivery.LATER),
        (503, Delivery.LATER),
    ],
)
def test_each_answer_has_its_meaning(service: PushService, status: int, outcome: Delivery) -> None:
    service.answers["/a"] = status

    assert sent_to(f"{service.origin}/a").outcome is outcome


def test_how_long_to_wait_is_heard(service: PushService) -> None:
    service.answers["/a"] = 429

    assert sent_to(f"{service.origin}/a").wait_seconds == 120


@pytest.mark.parametrize("status", [301, 302, 307])
def test_redirections_are_not_followed(service: PushService, status: int) -> None:
    service.answers["/a"] = status

    assert sent_to(f"{service.origin}/a").outcome is Delivery.REFUSED
    assert [each.path for each in service.received] == ["/a"]


@pytest.mark.parametrize("hostile", [drip, flood, lambda handler: time.sleep(3), lambda handler: None])
def test_a_hostile_push_service_costs_little_time(
    service: PushService, monkeypatch: pytest.MonkeyPatch, hostile: object
) -> None:
    monkeypatch.setattr(requests, "SECONDS", 0.5)
    service.answers["/a"] = hostile  # type: ignore[assignment]
    began = time.monotonic()

    sent_to(f"{service.origin}/a")

    assert time.monotonic() - began < 2


def test_a_server_that_is_away_is_tried_again(settings: LazySettings) -> None:
    settings.PUSH_TO_LOOPBACK = True

    assert sent_to("http://127.0.0.1:9/a").outcome is Delivery.LATER


def test_nobody_is_connected_to_whom_no_browser_may_name(
    service: PushService, settings: LazySettings
) -> None:
    settings.PUSH_TO_LOOPBACK = False

    assert sent_to(f"{service.origin}/a").outcome is Delivery.GONE
    assert service.received == []


def test_a_server_without_a_certificate_for_its_name_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is what the browser gave, the address what it was looked up to: here a plain server of ours."""
    with push_service() as running:
        port = int(running.origin.rpartition(":")[2])
        monkeypatch.setattr(requests, "resolve", lambda endpoint: "127.0.0.1")
        monkeypatch.setattr(
            requests,
            "read_endpoint",
            lambda address: requests.Endpoint("push.example.net", port, "/a", is_encrypted=True),
        )
        answer = sent_to("https://push.example.net/a")

    assert answer.outcome is Delivery.LATER
    assert running.received == []


@pytest.mark.parametrize("head", [b"", b"SSH-2.0-OpenSSH", b"HTTP/2 200", b"HTTP/1.1 2000", b"HTTP/1.1 abc"])
def test_what_is_not_http_is_no_answer(head: bytes) -> None:
    assert read_answer(head).outcome is Delivery.LATER
