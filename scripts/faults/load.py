"""People at work: each thread is one of them, who goes on until told to stop and ends what was begun."""

import base64
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from io import BytesIO
from typing import Any, ClassVar, Final

from django.utils import timezone
from PIL import Image

from engine.random_games import random_games
from engine.record import write
from players.people.services.photos import photo_key, prepare_photo
from scripts.faults.client import GaveUp, Reply, Visitor
from scripts.faults.crew import PASSWORD, Crew, Member
from scripts.faults.ledger import Ledger, SentPhoto, SentUpload

FOUND: Final = int(HTTPStatus.FOUND)
TOO_MANY_REQUESTS: Final = int(HTTPStatus.TOO_MANY_REQUESTS)
PLIES: Final = 24
RECORDS_IN_A_FILE: Final = 15
SHARE_OF_BROKEN: Final = 0.15
FIRST_MOVE: Final = re.compile(r"^1\. \S+", re.MULTILINE)


class Actor(threading.Thread):
    """`act` once in a while. What the site should not have refused is noted."""

    pause: ClassVar[tuple[float, float]] = (0.5, 1.5)

    def __init__(self, crew: Crew, ports: tuple[int, ...], ledger: Ledger, seed: str) -> None:
        super().__init__(name=f"{type(self).__name__} of {crew.club}", daemon=True)
        self.crew = crew
        self.ledger = ledger
        self.rng = random.Random(f"{seed} {self.name}")  # noqa: S311  games, not secrets
        self._ports = ports
        self.stopped = threading.Event()
        self._records = record_texts(self.rng)

    def visitor(self, member: Member | None = None) -> Visitor:
        return Visitor(self._ports, self.ledger, self.rng, token=member.token if member else "")

    def run(self) -> None:
        while not self._is_ready() and not self.stopped.wait(1):
            pass
        while not self.stopped.wait(self.rng.uniform(*self.pause)):
            self._try(self.act)

    def _is_ready(self) -> bool:
        return self._try(self.prepare)

    def _try(self, step: Callable[[], None]) -> bool:
        try:
            step()
        except Exception as error:  # noqa: BLE001  the others go on, and the run has failed
            self.trouble(f"{type(error).__name__}: {error}")
            return False
        return True

    def prepare(self) -> None:
        pass

    def act(self) -> None:
        raise NotImplementedError

    def trouble(self, sentence: str) -> None:
        self.ledger.troubles.append(f"{self.name}: {sentence}")

    def expect(self, reply: Reply, what: str) -> Any:
        """What it says; a refusal is trouble."""
        if reply.is_success:
            return reply.json()
        raise GaveUp(f"{what} was refused: {reply.status} {reply.text()[:300]}")

    def new_records(self, count: int) -> tuple[list[str], int]:
        """Texts, and how many of them are broken."""
        texts = [next(self._records) for _ in range(count)]
        broken = [number for number in range(count) if self.rng.random() < SHARE_OF_BROKEN]
        for number in broken:
            texts[number] = break_record(texts[number])
        return texts, len(broken)

    def new_name(self) -> str:
        return f"{self.crew.club}-{type(self).__name__}-{self.rng.getrandbits(48):012x}.txt"


class SingleUploads(Actor):
    """One record at a time, by the API."""

    pause = (0.3, 1.0)

    def act(self) -> None:
        member = self.rng.choice(self.crew.members)
        texts, broken = self.new_records(1)
        name = self.new_name()
        content = base64.b64encode(texts[0].encode()).decode()
        reply = self.visitor(member).api("POST", "uploads/", {"file_name": name, "content": content})
        self.expect(reply, "An upload")
        self.ledger.uploads[name] = SentUpload(name, 1 - broken, broken, is_certain=True)


class FileUploads(Actor):
    """Many records at once, by the page and by the API in turns."""

    pause = (6.0, 12.0)

    def prepare(self) -> None:
        self._browser = self.visitor()
        self._browser.sign_in(self.crew.organiser.email, PASSWORD)
        self._by_page = False

    def act(self) -> None:
        texts, broken = self.new_records(RECORDS_IN_A_FILE)
        data, name = "\n".join(texts).encode(), self.new_name()
        sent = SentUpload(name, RECORDS_IN_A_FILE - broken, broken, is_certain=True)
        self._by_page = not self._by_page
        if self._by_page:
            reply = self._browser.post_form("/games/submit/", {"visibility": "public"}, ("file", name, data))
            is_certain = reply.status == FOUND
            self.ledger.uploads[name] = SentUpload(name, sent.valid, sent.broken, is_certain=is_certain)
        else:
            content = base64.b64encode(data).decode()
            visitor = self.visitor(self.crew.organiser)
            reply = visitor.api(
                "POST", "uploads/", {"file_name": name, "content": content, "club": self.crew.club}
            )
            self.expect(reply, "An upload of many records")
            self.ledger.uploads[name] = sent


class FreeGames(Actor):
    """A game between two members, which both confirm."""

    pause = (5.0, 10.0)

    def act(self) -> None:
        first, second = self.rng.sample(self.crew.members, 2)
        text, name = self._record(first, second), self.new_name()
        content = base64.b64encode(text.encode()).decode()
        visitor = self.visitor(first)
        sent = {"file_name": name, "content": content, "club": self.crew.club}
        upload = self.expect(visitor.api("POST", "uploads/", sent), "A free game")
        self.ledger.uploads[name] = SentUpload(name, 1, 0, is_certain=True)
        record = self._wait_for_record(visitor, upload["id"])
        if record is None:
            return
        result = self.expect(visitor.api("GET", f"games/{record['game']}/"), "Reading a game")["result"]
        for player in (first, second):
            answer = {"answer": "confirmed", "result": result}
            reply = self.visitor(player).api("POST", f"games/{record['game']}/confirmation/", answer)
            self.expect(reply, "A confirmation")
            confirmed = self.ledger.confirmed_games.get(record["game"], 0)
            self.ledger.confirmed_games[record["game"]] = confirmed + 1

    def _record(self, first: Member, second: Member) -> str:
        record = next(record for record in random_games(1, seed=self.rng.getrandbits(60), plies=PLIES))
        record.tags |= {"White": first.name, "Brown": second.name, "Date": f"{timezone.localdate():%Y.%m.%d}"}
        return write(record)

    def _wait_for_record(self, visitor: Visitor, upload: int) -> dict[str, Any] | None:
        while not self.stopped.is_set():
            rows = self.expect(visitor.api("GET", f"records/?upload={upload}"), "Reading records")["results"]
            if rows and rows[0]["game"]:
                found: dict[str, Any] = rows[0]
                return found
            time.sleep(1)
        return None


class Invitations(Actor):
    """Each is one mail."""

    pause = (15.0, 30.0)  # the site allows sixty an hour

    def prepare(self) -> None:
        self._browser = self.visitor()
        self._browser.sign_in(self.crew.organiser.email, PASSWORD)

    def act(self) -> None:
        address = f"guest-{self.rng.getrandbits(48):012x}@example.org"
        path = f"/clubs/{self.crew.club}/invitations/"
        reply = self._browser.post_form(
            path, {"email": address, "role": "member", "message": "Come and play."}
        )
        if reply.status != TOO_MANY_REQUESTS:
            self.ledger.invitations[address] = reply.status == FOUND


class Photos(Actor):
    """Members change their own photographs, and send one again that was not taken."""

    pause = (20.0, 40.0)  # the site allows twenty an hour and account

    def prepare(self) -> None:
        self._browsers = {member: self.visitor() for member in self.crew.members[:2]}
        self._not_taken: dict[Member, bytes] = {}
        for member, browser in self._browsers.items():
            browser.sign_in(member.email, PASSWORD)

    def act(self) -> None:
        member = self.rng.choice(list(self._browsers))
        data = self._not_taken.pop(member, None) or self._new_photo()
        key = photo_key(prepare_photo(data), person=member.person)
        path = f"/people/{member.person}/photo/"
        reply = self._browsers[member].post_form(path, {"shows_photo": "on"}, ("photo", "me.png", data))
        is_taken = reply.status == FOUND
        if not is_taken:
            self._not_taken[member] = data
        if reply.status != TOO_MANY_REQUESTS:
            self.ledger.photos.setdefault(member.person, []).append(SentPhoto(key, is_certain=is_taken))

    def _new_photo(self) -> bytes:
        """Of many colours: a file of some size."""
        file = BytesIO()
        picture = Image.frombytes("RGB", (64, 64), self.rng.randbytes(64 * 64 * 3))
        picture.resize((640, 640)).save(file, "PNG")
        return file.getvalue()


class Readers(Actor):
    """They look at pages and pictures, and do not ask again if nobody answers."""

    pause = (0.2, 0.6)

    def act(self) -> None:
        pages = ["/", "/games/", "/clubs/", f"/clubs/{self.crew.club}/", "/events/", "/people/", "/ratings/"]
        if games := list(self.ledger.confirmed_games):
            game = self.rng.choice(games)
            pages += [f"/games/{game}/", f"/games/{game}/board.png?ply={self.rng.randrange(PLIES)}"]
        self.visitor().get_once(self.rng.choice(pages))


def break_record(text: str) -> str:
    """Its first move goes nowhere."""
    return FIRST_MOVE.sub("1. a1-z9", text, count=1)


def record_texts(rng: random.Random) -> Iterator[str]:
    while True:
        for record in random_games(2, seed=rng.getrandbits(60), plies=PLIES):
            yield write(record)
