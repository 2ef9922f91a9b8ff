"""People and programs who use a site while its nodes are replaced, each in a thread. Whatever fails them is kept."""

import http.client
import json
import re
import threading
import time
from collections.abc import Callable
from itertools import count
from urllib.parse import urlencode

from tests.config.nodes import Answer, ask
from tests.games.records import BARRAGOON

STATIC_FILE = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"')
PUBLIC_PAGES = (
    "/",
    "/clubs/",
    "/games/",
    "/events/",
    "/people/",
    "/ratings/",
    "/api/v1/clubs/",
    "/api/v1/games/",
)
# None of them hurries, so that the nodes have time to be replaced.
PAUSE = 0.25


class Visitors:
    """All of them go through the proxy."""

    def __init__(self, port: int, *, token: str, session: str) -> None:
        self._port = port
        self._token = token
        self._session = session
        self._numbers = count(1)
        self._ends = threading.Event()
        self._may_send_forms = threading.Event()
        self._no_form_is_sent = threading.Lock()
        self._threads: list[threading.Thread] = []
        self.errors: list[str] = []
        self.pages = 0
        self.static_files: set[str] = set()
        # What the site has accepted: the marks of the records.
        self.by_program: list[str] = []
        self.by_form: list[str] = []

    def start(self) -> None:
        self._may_send_forms.set()
        for work in (self._look_around, self._look_around, self._send_by_program, self._send_by_form):
            thread = threading.Thread(target=self._repeat, args=(work,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def pause_forms(self) -> None:
        """Returns when the last one is answered: nobody knows whether a form was done whose node was killed."""
        self._may_send_forms.clear()
        with self._no_form_is_sent:
            pass

    def resume_forms(self) -> None:
        self._may_send_forms.set()

    def stop(self) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join(120)
            assert not thread.is_alive()

    def _repeat(self, work: Callable[[], None]) -> None:
        while not self._ends.is_set():
            try:
                work()
            except (OSError, http.client.HTTPException) as error:
                self._note(f"{work.__name__}: {error!r}")
            time.sleep(PAUSE)

    def _look_around(self) -> None:
        page = PUBLIC_PAGES[next(self._numbers) % len(PUBLIC_PAGES)]
        answer = self._expect(ask(self._port, page), 200, page)
        self.pages += 1
        for file in STATIC_FILE.findall(answer.body)[:3]:
            self._expect(ask(self._port, file), 200, file)
            self.static_files.add(file)

    def _send_by_program(self) -> None:
        mark = f"Program {next(self._numbers)}"
        content = json.dumps({"text": record(mark)})
        answer = ask(
            self._port, "/api/v1/uploads/", method="POST", body=content, Content_Type="application/json",
            Authorization=f"Bearer {self._token}", Idempotency_Key=mark.replace(" ", "-"),
        )  # fmt: skip
        if self._expect(answer, 201, mark).status == 201:
            self.by_program.append(mark)

    def _send_by_form(self) -> None:
        self._may_send_forms.wait(1)
        with self._no_form_is_sent:
            if not self._may_send_forms.is_set():
                return
            mark = f"Form {next(self._numbers)}"
            page = self._expect(ask(self._port, "/games/submit/", Cookie=self._session), 200, "the form")
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.body)
            cookie = re.search(r"csrftoken=([^;]+)", page.headers.get("set-cookie", ""))
            if token is None or cookie is None:
                self._note("the form has no token")
                return
            body = urlencode({"csrfmiddlewaretoken": token[1], "text": record(mark), "visibility": "public"})
            answer = ask(
                self._port, "/games/submit/", method="POST", body=body,
                Content_Type="application/x-www-form-urlencoded", Cookie=f"{self._session}; csrftoken={cookie[1]}",
            )  # fmt: skip
            if self._expect(answer, 302, mark).status == 302:
                self.by_form.append(mark)

    def _expect(self, answer: Answer, status: int, what: str) -> Answer:
        if answer.status != status:
            self._note(f"{what}: {answer.status} {answer.body[:200]!r}")
        return answer

    def _note(self, error: str) -> None:
        self.errors.append(f"{time.strftime('%H:%M:%S')} {error}")


def record(mark: str) -> str:
    """One of its own for each mark."""
    return BARRAGOON.replace("Bo Lind", mark)
