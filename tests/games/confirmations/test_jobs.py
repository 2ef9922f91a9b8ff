"""Mails about games that wait for their players."""

import datetime

import pytest
from django.core import mail
from django.utils import timezone

from games.archive.jobs import sync_rating
from games.models import ConfirmationMail, Game
from players.accounts.services.mail import save_mail_choices
from players.models import Person
from tests.games.archive.free_games import a_free_game
from tests.games.confirmations.answers import answer
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def test_one_mail_tells_of_all_games_that_wait(game: Game, agnes: Person, bo: Person) -> None:
    another = a_free_game(agnes, bo, day=datetime.date(2026, 10, 13))
    sync_rating(another.pk)
    answer(game, agnes)
    answer(another, agnes)

    ConfirmationMail.objects.update(due_at=timezone.now())
    run_jobs()

    (sent,) = mail.outbox
    assert sent.to == ["bo@example.org"]
    assert "/games/confirmations/" in sent.body


def test_who_wants_no_mail_gets_none(game: Game, bo: Person, agnes: Person) -> None:
    for person in (agnes, bo):
        assert person.account is not None
        save_mail_choices(account=person.account, wanted={"games_to_confirm": False})

    ConfirmationMail.objects.update(due_at=timezone.now())
    run_jobs()

    assert mail.outbox == []


def test_the_next_mail_comes_a_day_later_at_the_earliest(game: Game, agnes: Person, bo: Person) -> None:
    ConfirmationMail.objects.update(due_at=timezone.now())
    run_jobs()

    sync_rating(a_free_game(agnes, bo, day=datetime.date(2026, 10, 14)).pk)

    waiting = ConfirmationMail.objects.filter(account=bo.account, state="waiting").get()
    assert waiting.due_at > timezone.now() + datetime.timedelta(hours=23)
