"""The people of a tournament in the browser tests, each with a browser of their own, and a worker for their jobs."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection
from playwright.sync_api import Page

from config.celery import app
from players.clubs.services.clubs import create_club
from players.models import Club, Membership, Person, Role, User
from players.people.services.people import create_person
from scripts.processes import die_with_parent
from tests.browser.pages import PHONE, OpenBrowser, sign_in
from tests.players.accounts.passwords import PASSWORD

ROOT = Path(__file__).resolve().parents[2]
ORGANISER, ARBITER = "Agnes Brandt", "Bruno Kern"


def address_of(name: str) -> str:
    return f"{name.split()[0].lower()}@example.org"


class Cast(NamedTuple):
    """A club with an organiser and an arbiter, and players who have accounts."""

    club: Club
    open_browser: OpenBrowser

    def at_a_desk(self, name: str) -> Page:
        return self._signed_in(self.stranger(), name)

    def on_a_phone(self, name: str) -> Page:
        return self._signed_in(self.stranger(viewport=PHONE, has_touch=True, is_mobile=True), name)

    def stranger(self, **options: Any) -> Page:
        return self.open_browser(**options)

    def player(self, name: str) -> Person:
        account = User.objects.create_user(address_of(name), PASSWORD, display_name=name)
        return create_person(actor=None, name=name, account=account)

    def _signed_in(self, page: Page, name: str) -> Page:
        sign_in(page, address_of(name))
        return page


def make_cast(open_browser: OpenBrowser) -> Cast:
    owner = User.objects.create_user(address_of(ORGANISER), PASSWORD, display_name=ORGANISER)
    create_person(actor=None, name=ORGANISER, account=owner)
    people = Cast(create_club(actor=owner, name="Tiles and Tales", place="Old mill"), open_browser)
    Membership.objects.create(person=people.player(ARBITER), club=people.club, role=Role.ARBITER)
    return people


@contextmanager
def running_worker(folder: Path) -> Iterator[None]:
    """A real one, on the test's own database and queue. What earlier tests left in the queue is not its business."""
    database = connection.settings_dict
    if connection.vendor == "postgresql":
        url = f"postgres://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    else:
        url = f"sqlite:///{database['NAME']}"
    app.control.purge()
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    options = ["-c", "1", "--without-gossip", "--without-mingle", "-l", "INFO"]
    with (folder / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "celery", "-A", "config", "worker", *options],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
    yield
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
