"""What all steps share: the world, who comes as whom, the mails they get, and the jobs that follow."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from hypothesis.stateful import RuleBasedStateMachine

from players.models import Club, Person
from tests.jobs.job_runner import run_jobs
from tests.security.anything import Inventor
from tests.security.watch import Watch
from tests.security.world import ATTACKERS, World, address_of

_LINK = re.compile(r"https?://[^/\s]+(/[^\s>]+)")


class Stage(RuleBasedStateMachine):
    """Each example begins with the same rows: what it writes is taken back when it ends."""

    make_world: ClassVar[Callable[[], World]]

    def __init__(self) -> None:
        super().__init__()
        self._block = transaction.atomic()
        self._block.__enter__()
        cache.clear()
        mail.outbox = []
        self.world = type(self).make_world()
        self.watch = Watch(self.world)
        # Ids of people whom attackers have made up.
        self.made_profiles: list[int] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._block.__exit__(None, None, None)

    # How attackers come.

    def page(self, who: str, path: str, data: dict[str, Any] | None = None) -> str:
        """A page that an attacker reads, or a form that one sends; what is sent leads to its page."""
        client = self.world.browser_of(who)
        response = client.get(path) if data is None else client.post(path, data, follow=True)
        return self.watch.read(who, response).decode("utf-8", "replace")

    def api(self, who: str, method: str, path: str, content: Any = None) -> Any:
        """What the API answers an attacker's program; nothing if it refuses."""
        client = self.world.program_of(who)
        if method == "GET":
            response: HttpResponse = client.get(path)
        else:
            response = client.generic(method, path, json.dumps(content), content_type="application/json")
        data = self.watch.read(who, response)
        is_json = "json" in response.headers.get("Content-Type", "")
        return json.loads(data) if data and is_json and response.status_code < 400 else None

    def after_attack(self) -> None:
        """Jobs run, mails are read, and nothing may have been gained."""
        run_jobs()
        for message in mail.outbox:
            for who in ATTACKERS:
                if address_of(who) in message.to:
                    self.watch.read_text(who, f"{message.subject}\n{message.body}", "A mail")
        self.watch.after_attack()

    def after_honest_step(self) -> None:
        run_jobs()
        self.watch.after_honest_step()

    # What attackers know.

    def inventor(self, chance: Random) -> Inventor:
        return Inventor(chance, secrets=[path.rstrip("/").rpartition("/")[2] for path in self.links()])

    def links(self) -> list[str]:
        """In the mails to attackers, the latest first."""
        addresses = {address_of(who) for who in ATTACKERS}
        mails = [message for message in reversed(mail.outbox) if addresses & set(message.to)]
        return [path for message in mails for path in _LINK.findall(str(message.body))]

    def own_clubs(self, who: str) -> list[Club]:
        """Clubs of attackers in which this one has a say."""
        honest = [club.pk for club in self.world.honest_clubs]
        roles = ("owner", "organiser")
        account = self.world.accounts[who]
        clubs = Club.objects.filter(memberships__person__account=account, memberships__role__in=roles)
        return list(clubs.exclude(pk__in=honest).distinct().order_by("pk"))

    def person(self, name: str) -> Person:
        return self.world.people[name]

    def honest_page(self, who: str, path: str, data: dict[str, Any]) -> HttpResponse:
        response = self.world.browser_of(who).post(path, data)
        assert response.status_code < 500, (path, response.status_code)
        return response
