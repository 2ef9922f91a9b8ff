"""Hands messages to push services: many at once, for one that is slow or hostile must not hold up the others.

A message is sent, found out of date, or tried again some times; a browser that is gone is forgotten with all that is on
its way to it. A worker that is lost between sending and noting it leads to a second message of the same tag, which
takes the place of the first one on the screen.
"""

import hashlib
import json
import logging
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import timedelta
from email.utils import parseaddr
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from jobs.kinds import Batch, BatchResult, JobKind
from jobs.services import MAX_RETRY_AFTER, retry_delay
from players.accounts.services.mail import absolute_url
from players.models import PushMessage, PushSubscription

if TYPE_CHECKING:
    from jobs.web_push.requests import Answer

logger = logging.getLogger(__name__)

# A board is of no use to somebody who hears of it the next day.
TIME_TO_LIVE: Final = timedelta(hours=12)
MAX_FAILURES_OF_MESSAGE: Final = 5
# One after the other, of all messages to one browser.
MAX_FAILURES_OF_BROWSER: Final = 10
MESSAGES_AT_ONCE: Final = 16
MAX_BATCH: Final = 64
# So often is looked at what is urgent, while push services are waited for.
LOOK_EVERY: Final = 0.05
# What is tried again waits at least so long: nobody is called a flood.
FIRST_WAIT: Final = timedelta(seconds=30)

Answers = dict[int, "Answer | None"]


class _Call(NamedTuple):
    pk: int
    since: float


def _send_batch(items: Sequence[Any], go_on: Callable[[], bool]) -> Answers:
    """What became of each: none of what nobody has begun with; an answer of None is of a message out of date."""
    from jobs.web_push.requests import Message, Receiver, send, site_key  # large, and few processes need it

    answers: Answers = {}
    key, contact = site_key(), contact_address()
    messages = PushMessage.objects.select_related("notification", "subscription").in_bulk(
        [i.pk for i in items]
    )
    calls: list[tuple[int, Callable[[], Answer]]] = []
    for pk, message in messages.items():
        notification, browser = message.notification, message.subscription
        if key is None or timezone.now() - notification.created_at > TIME_TO_LIVE:
            answers[pk] = None
            continue
        content = {
            "title": notification.title,
            "text": notification.text,
            "path": notification.path,
            "tag": notification.subject,
        }
        plain = json.dumps(content, ensure_ascii=False).encode()
        sent = Message(plain, _topic(message), int(TIME_TO_LIVE.total_seconds()))
        receiver = Receiver(browser.endpoint, browser.p256dh, browser.auth)
        calls.append((pk, partial(send, sent, receiver, key=key, contact=contact)))
    return answers | _call_all(calls, go_on)


def _call_all(calls: "Sequence[tuple[int, Callable[[], Answer]]]", go_on: Callable[[], bool]) -> Answers:
    """Some at a time; each ends after a few seconds. Nothing new is begun when the turn is over."""
    from jobs.web_push.requests import SECONDS, Answer, Delivery

    answers: Answers = {}
    waiting, running = list(reversed(calls)), dict[Future[Any], _Call]()
    pool = ThreadPoolExecutor(MESSAGES_AT_ONCE, thread_name_prefix="push")
    try:
        may_begin = True
        while running or (waiting and may_begin):
            while waiting and may_begin and len(running) < MESSAGES_AT_ONCE:
                pk, call = waiting.pop()
                running[pool.submit(call)] = _Call(pk, monotonic())
            done, others = wait(running, timeout=LOOK_EVERY, return_when=FIRST_COMPLETED)
            for future in done:
                answers[running.pop(future).pk] = future.result()
            for future in others:
                # The system alone decides how long a name may be looked up: its thread ends when that gives up.
                if monotonic() - running[future].since > SECONDS + 1:
                    answers[running.pop(future).pk] = Answer(Delivery.LATER, "It took too long.")
            may_begin = go_on() and may_begin
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return answers


def _apply_batch(items: Sequence[Any], answers: Answers) -> BatchResult:
    done = [item.pk for item in items if item.pk in answers and _apply(item, answers[item.pk])]
    return BatchResult(done)


def _apply(item: PushMessage, answer: "Answer | None") -> bool:
    """Whether the message is done with; if not, it is tried again later, or is gone."""
    from jobs.web_push.requests import Delivery

    if answer is None:
        item.delete()
        return False
    browser = PushSubscription.objects.filter(pk=item.subscription_id)
    match answer.outcome:
        case Delivery.DELIVERED:
            browser.exclude(failures=0).update(failures=0)
            return True
        case Delivery.GONE:
            logger.info("A browser with notifications is gone: %s", answer.reason)
            browser.delete()
        case Delivery.REFUSED:
            logger.warning("A push service refused a message: %s", answer.reason)
            _count_failure(item)
            item.delete()
        case Delivery.LATER:
            _count_failure(item)
            _postpone(item, answer)
    return False


def _count_failure(item: PushMessage) -> None:
    browser = PushSubscription.objects.filter(pk=item.subscription_id)
    browser.update(failures=F("failures") + 1)
    browser.filter(failures__gte=MAX_FAILURES_OF_BROWSER).delete()


def _postpone(item: PushMessage, answer: "Answer") -> None:
    failures = item.failures + 1
    if failures >= MAX_FAILURES_OF_MESSAGE:
        logger.warning("A message is given up, its push service never took it: %s", answer.reason)
        PushMessage.objects.filter(pk=item.pk).delete()
        return
    asked_for = min(timedelta(seconds=answer.wait_seconds), MAX_RETRY_AFTER)
    delay = max(FIRST_WAIT, retry_delay(failures), asked_for)
    PushMessage.objects.filter(pk=item.pk).update(
        failures=failures, due_at=timezone.now() + delay, last_error=answer.reason
    )


def _topic(message: PushMessage) -> str:
    """At most 32 letters that say nothing to the push service (RFC 8030, 5.4)."""
    about = f"{message.notification.account_id} {message.notification.subject}"
    return urlsafe_b64encode(hashlib.sha256(about.encode()).digest())[:32].decode("ascii")


def contact_address() -> str:
    site = absolute_url("")
    return site if site.startswith("https://") else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _send_alone(item: Any) -> Answers:
    """After a batch went wrong. What is to be tried again is an error here, and the job's own count goes on."""
    from jobs.web_push.requests import Delivery

    answers = _send_batch([item], lambda: True)
    answer = answers.get(item.pk)
    if answer is not None and answer.outcome is Delivery.LATER:
        raise ConnectionError(answer.reason)
    return answers


def _apply_alone(item: Any, answers: Answers) -> None:
    if item.pk in answers:
        _apply(item, answers[item.pk])


DELIVER_PUSH: Final = JobKind(
    name="deliver notification",
    model=PushMessage,
    prepare=_send_alone,
    apply=_apply_alone,
    expected_errors=(OSError,),
    max_attempts=MAX_FAILURES_OF_MESSAGE,
    priority=3,
    batch=Batch(size=lambda item: MAX_BATCH, prepare=_send_batch, apply=_apply_batch),
)
