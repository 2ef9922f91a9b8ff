"""The mail server of `make faults` tells one mail that is delivered twice from two mails."""

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from scripts.faults.invariants import check_said_once
from scripts.faults.mailbox import SAID_EACH_TIME, Mailbox


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    opened = Mailbox()
    yield opened
    opened.close()


def deliver(
    mailbox: Mailbox,
    *,
    to: str,
    identifier: str,
    subject: str = "Round 1",
    words: str = "Round 1 is published.",
) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = (
        "site@example.org",
        to,
        subject,
        identifier,
    )
    mail.set_content(words)
    with smtplib.SMTP("127.0.0.1", mailbox.port, timeout=10) as server:
        server.send_message(mail)


def test_a_repeated_delivery_is_the_same_mail(mailbox: Mailbox) -> None:
    for _ in range(2):
        deliver(mailbox, to="agnes@example.org", identifier="<1@site>")

    assert (mailbox.mails_to("agnes@example.org"), mailbox.mails(), mailbox.deliveries()) == (1, 1, 2)
    assert check_said_once(mailbox.said_twice()) == []


@pytest.mark.parametrize("subject", sorted(SAID_EACH_TIME))
def test_two_sign_ins_are_two_mails(mailbox: Mailbox, subject: str) -> None:
    for identifier in ("<1@site>", "<2@site>"):
        deliver(mailbox, to="agnes@example.org", identifier=identifier, subject=subject)

    assert mailbox.mails() == 2
    assert check_said_once(mailbox.said_twice()) == []


def test_two_mails_with_the_same_words_are_found(mailbox: Mailbox) -> None:
    deliver(mailbox, to="agnes@example.org", identifier="<1@site>")
    deliver(mailbox, to="agnes@example.org", identifier="<2@site>")
    deliver(mailbox, to="bruno@example.org", identifier="<3@site>")
    deliver(mailbox, to="bruno@example.org", identifier="<4@site>", words="Round 2 is published.")

    assert mailbox.mails_to("agnes@example.org") == 2
    assert len(check_said_once(mailbox.said_twice())) == 1
