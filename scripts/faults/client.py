"""Somebody who uses the site by HTTP: asks whichever server answers, again and again, and notes what was answered."""

import http.client
import json
import random
import re
import time
import uuid
from dataclasses import dataclass, field
from email.message import Message
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlencode

from scripts.faults.ledger import NO_ANSWER, Ledger

TIMEOUT_SECONDS: Final = 15
PATIENCE_SECONDS: Final = 240
PAUSE_SECONDS: Final = 0.5
MAX_PAUSE_SECONDS: Final = 3.0
SHARE_OF_CUTS: Final = 0.05
ASK_AGAIN: Final = frozenset({NO_ANSWER, 408, 429, 500, 502, 503, 504})
CSRF_FIELD: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class GaveUp(Exception):
    """Nobody has answered for PATIENCE_SECONDS."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Message = field(default_factory=Message)
    body: bytes = b""

    @property
    def is_success(self) -> bool:
        return http.client.OK <= self.status < http.client.BAD_REQUEST

    def json(self) -> Any:
        return json.loads(self.body)

    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Visitor:
    """With a token for the API, or signed in with a session for the pages."""

    def __init__(
        self, ports: tuple[int, ...], ledger: Ledger, rng: random.Random, *, token: str = ""
    ) -> None:
        self.ledger = ledger
        self.rng = rng
        self._ports = ports
        self._token = token
        self._cookies: SimpleCookie = SimpleCookie()

    def api(self, method: str, path: str, content: Any = None) -> Reply:
        """Until there is an answer. What changes something has a key, so that repeating it does no harm."""
        headers = {"Authorization": f"Bearer {self._token}"}
        body = None
        if content is not None:
            body = json.dumps(content).encode()
            headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        return self._until_answered(method, f"/api/v1/{path}", body, headers, may_cut=content is not None)

    def get(self, path: str) -> Reply:
        return self._until_answered("GET", path, None, self._session_headers())

    def get_once(self, path: str) -> Reply:
        return self._ask(method="GET", path=path, body=None, headers=self._session_headers())

    def post_form(
        self, path: str, fields: dict[str, str], file: tuple[str, str, bytes] | None = None
    ) -> Reply:
        """One attempt: nobody repeats a form without looking. The page is asked for first, as a browser does."""
        token = CSRF_FIELD.search(self.get(path).text())
        if token is None:
            return Reply(http.client.FORBIDDEN)
        fields = fields | {"csrfmiddlewaretoken": token[1]}
        content_type, body = _multipart(fields, file) if file else _urlencoded(fields)
        headers = self._session_headers() | {"Content-Type": content_type, "Origin": "http://localhost"}
        return self._ask(method="POST", path=path, body=body, headers=headers)

    def sign_in(self, email: str, password: str) -> None:
        reply = self.post_form("/account/sign-in/", {"username": email, "password": password})
        if reply.status != http.client.FOUND:
            raise GaveUp(f"{email} cannot sign in: {reply.status}")

    def _until_answered(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str], *, may_cut: bool = False
    ) -> Reply:
        deadline = time.monotonic() + PATIENCE_SECONDS
        if may_cut and self.rng.random() < SHARE_OF_CUTS:
            self._cut(method, path, body, headers)
        while True:
            reply = self._ask(method=method, path=path, body=body, headers=headers)
            retry_after = reply.headers.get("Retry-After", "")
            in_progress = reply.status == http.client.CONFLICT and retry_after
            if reply.status not in ASK_AGAIN and not in_progress:
                return reply
            if time.monotonic() > deadline:
                raise GaveUp(f"{method} {path}: {reply.status} for {PATIENCE_SECONDS} seconds")
            wanted = float(retry_after) if retry_after.isdecimal() else PAUSE_SECONDS
            time.sleep(min(wanted, MAX_PAUSE_SECONDS))

    def _ask(self, *, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        """Who is refused by one server goes to the other, as a proxy does; who was heard and had no answer does not."""
        began = time.monotonic()
        reply = Reply(NO_ANSWER)
        for port in self.rng.sample(self._ports, len(self._ports)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
            try:
                connection.request(method, path, body, headers | {"Host": "localhost"})
                response = connection.getresponse()
                reply = Reply(response.status, response.headers, response.read())
            except ConnectionRefusedError:
                continue
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            break
        for cookie in reply.headers.get_all("Set-Cookie", []):
            self._cookies.load(cookie)
        self.ledger.record(
            began=began, what=f"{method} {path}", status=reply.status, has_retry_after="Retry-After" in reply.headers,
            request_id=reply.headers.get("X-Request-ID", ""),
        )  # fmt: skip
        return reply

    def _cut(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> None:
        """Send it and go away before the answer comes."""
        port = self.rng.choice(self._ports)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, path, body, headers | {"Host": "localhost"})
            time.sleep(self.rng.uniform(0, 0.05))
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        self.ledger.cut_by_us += 1

    def _session_headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self._cookies.items())
        return {"Cookie": cookies} if cookies else {}


def _urlencoded(fields: dict[str, str]) -> tuple[str, bytes]:
    return "application/x-www-form-urlencoded", urlencode(fields).encode()


def _multipart(fields: dict[str, str], file: tuple[str, str, bytes]) -> tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    field_name, file_name, content = file
    parts.append(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{field_name}"; filename="{file_name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n".encode()
        + content
        + b"\r\n"
    )
    return f"multipart/form-data; boundary={boundary}", b"".join([*parts, f"--{boundary}--\r\n".encode()])
