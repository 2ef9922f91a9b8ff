"""Messages reach browsers once; what is slow, hostile or gone holds up nobody."""

import time
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from jobs.models import WorkState
from jobs.services import sweep
from jobs.web_push import requests
from players.models import Notification, PushMessage, PushSubscription, User
from players.notifications import jobs
from tests.jobs.job_runner import run_jobs
from tests.players.notifications.push_service import PushService, drip
from tests.players.notifications.telling import AddBrowser, tell

pytestmark = pytest.mark.django_db


def try_again() -> None:
    """Some time later."""
    PushMessage.objects.filter(state=WorkState.WAITING).update(due_at=timezone.now())
    run_jobs()


def test_the_browser_reads_what_the_account_was_told(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    browser, _row = add("/a")
    tell(agnes)

    run_jobs()

    (body,) = service.bodies("/a")
    assert browser.read(body) == {
        "title": "Spring open",
        "text": "Board 5, White",
        "path": "/events/1/",
        "tag": "round-1",
    }
    assert PushMessage.objects.get().state == WorkState.DONE


def test_a_message_is_sent_once_however_often_its_job_runs(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    add("/a")
    tell(agnes)

    for _ in range(3):
        run_jobs()
        sweep()
        tell(agnes)

    assert len(service.received) == 1


def test_a_lost_broker_loses_nothing(agnes: User, service: PushService, add: AddBrowser) -> None:
    """The row waits; whoever looks for jobs left behind finds it."""
    add("/a")
    tell(agnes)
    PushMessage.objects.update(enqueued_at=None)

    assert sweep().delivered["deliver notification"] == 1
    run_jobs()

    assert len(service.received) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    agnes: User, service: PushService, add: AddBrowser, status: int
) -> None:
    add("/gone")
    add("/a")
    service.answers["/gone"] = status
    tell(agnes)
    tell(agnes, subject="round-2")

    run_jobs()

    assert PushSubscription.objects.count() == 1
    assert len(service.bodies("/a")) == 2
    assert PushMessage.objects.filter(state=WorkState.WAITING).count() == 0


def test_a_message_is_tried_again_later_and_not_for_ever(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    add("/a")
    service.answers["/a"] = 503
    tell(agnes)

    run_jobs()
    waiting = PushMessage.objects.get()
    assert (waiting.failures, waiting.attempts, waiting.last_error) == (1, 0, "HTTP 503")
    assert waiting.due_at > timezone.now() + timedelta(seconds=20)
    for _ in range(10):
        try_again()

    assert len(service.received) == jobs.MAX_FAILURES_OF_MESSAGE
    assert not PushMessage.objects.exists()
    assert Notification.objects.count() == 1


def test_a_message_that_is_refused_is_not_tried_again(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    add("/a")
    service.answers["/a"] = 413
    tell(agnes)

    run_jobs()
    try_again()

    assert len(service.received) == 1
    assert PushSubscription.objects.get().failures == 1


def test_a_browser_that_never_takes_anything_is_forgotten_in_the_end(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    add("/a")
    service.answers["/a"] = 403
    for number in range(jobs.MAX_FAILURES_OF_BROWSER):
        assert PushSubscription.objects.exists()
        tell(agnes, subject=f"round-{number}")
        run_jobs()

    assert not PushSubscription.objects.exists()


def test_one_delivery_makes_up_for_the_failures_before(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    add("/a")
    PushSubscription.objects.update(failures=5)
    tell(agnes)

    run_jobs()

    assert PushSubscription.objects.get().failures == 0


def test_a_hostile_push_service_holds_up_nobody(
    agnes: User, service: PushService, add: AddBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "SECONDS", 1.0)
    for number in range(3):
        add(f"/slow-{number}")
        service.answers[f"/slow-{number}"] = drip
    for number in range(5):
        add(f"/quick-{number}")
    tell(agnes)
    began = time.monotonic()

    run_jobs()

    assert time.monotonic() - began < 4
    assert all(len(service.bodies(f"/quick-{number}")) == 1 for number in range(5))
    assert PushMessage.objects.filter(state=WorkState.DONE).count() == 5
    assert PushMessage.objects.filter(state=WorkState.WAITING, failures=1).count() == 3


def test_a_name_that_is_looked_up_for_ever_is_not_waited_for(
    agnes: User, service: PushService, add: AddBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("/a")
    tell(agnes)
    monkeypatch.setattr(requests, "SECONDS", -0.8)
    monkeypatch.setattr(requests, "resolve", lambda endpoint: time.sleep(2) or "127.0.0.1")
    began = time.monotonic()

    run_jobs()

    assert time.monotonic() - began < 1.5
    assert PushMessage.objects.get().failures == 1


def test_rounds_are_paired_while_push_services_are_waited_for(
    agnes: User, service: PushService, add: AddBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`go_on` is where a worker does what is urgent; nothing new is begun once it says no."""
    monkeypatch.setattr(requests, "SECONDS", 0.5)
    monkeypatch.setattr(jobs, "MESSAGES_AT_ONCE", 1)
    add("/a")
    add("/b")
    service.answers["/a"] = drip
    tell(agnes)
    looks: list[float] = []

    def go_on() -> bool:
        looks.append(time.monotonic())
        return False

    answers = jobs.DELIVER_PUSH.batch.prepare(list(PushMessage.objects.order_by("pk")), go_on)  # type: ignore[union-attr]

    assert len(looks) >= 5
    assert len(answers) == 1


def test_what_nobody_wants_to_hear_any_more_is_not_sent(
    agnes: User, service: PushService, add: AddBrowser
) -> None:
    add("/a")
    tell(agnes)
    Notification.objects.update(created_at=timezone.now() - timedelta(hours=13))

    run_jobs()

    assert service.received == []
    assert not PushMessage.objects.exists()


def test_a_batch_that_goes_wrong_is_done_one_by_one(
    agnes: User, service: PushService, add: AddBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("/a")
    add("/b")
    service.answers["/b"] = 503
    tell(agnes)
    PushMessage.objects.update(attempts=1)

    run_jobs()

    assert len(service.bodies("/a")) == len(service.bodies("/b")) == 1
    assert list(PushMessage.objects.order_by("pk").values_list("state", flat=True)) == ["done", "waiting"]


def test_the_contact_is_the_site_or_its_mail(settings: LazySettings) -> None:
    assert jobs.contact_address() == "mailto:kiebitz@localhost"
    settings.SITE_URL = "https://club.example.org"
    assert jobs.contact_address() == "https://club.example.org"
