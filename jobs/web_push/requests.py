"""One message handed to one push service: one request, one short answer, a few seconds in all."""

import re
import socket
import ssl
import time
from enum import Enum, auto
from typing import Final, NamedTuple

from django.conf import settings

from jobs.web_push.encryption import ReceiverKeys, encrypt
from jobs.web_push.endpoints import Endpoint, ForbiddenEndpoint, read_endpoint, resolve
from jobs.web_push.identification import SiteKey

# From looking up the name to the end of the answer's head, whatever the other side does.
SECONDS: Final = 5.0
# Of an answer only its first line counts, and how long to wait.
MAX_ANSWER_BYTES: Final = 8192
_STATUS_LINE: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?!\d)")
_RETRY_AFTER: Final = re.compile(rb"\r\nretry-after:[ \t]*(\d{1,6})[ \t]*\r\n", re.IGNORECASE)


class Delivery(Enum):
    DELIVERED = auto()
    GONE = auto()
    """The browser has no such subscription any more, or never let itself be reached by this site."""
    REFUSED = auto()
    """This message will not be taken, however often it is sent."""
    LATER = auto()


class Answer(NamedTuple):
    outcome: Delivery
    reason: str = ""
    wait_seconds: int = 0


class Receiver(NamedTuple):
    endpoint: str
    p256dh: str
    auth: str


class Message(NamedTuple):
    plain: bytes
    topic: str
    """A later message about the same takes the place of one that the browser has not fetched yet."""
    seconds_to_live: int


def send(message: Message, receiver: Receiver, *, key: SiteKey, contact: str) -> Answer:
    """Never raises: whatever a push service does is an answer."""
    deadline = time.monotonic() + SECONDS
    try:
        keys = ReceiverKeys.from_text(p256dh=receiver.p256dh, auth=receiver.auth)
        endpoint = read_endpoint(receiver.endpoint)
        address = resolve(endpoint)
        body = encrypt(message.plain, keys)
    except ForbiddenEndpoint as error:
        return Answer(Delivery.GONE, f"The address is not used: {error}")
    except ValueError as error:
        return Answer(Delivery.GONE, f"The keys cannot be used: {error}")
    except OSError as error:
        return Answer(Delivery.LATER, f"{type(error).__name__}: {error}")
    authorization = key.authorization(receiver.endpoint, contact=contact, now=time.time())
    head = (
        f"POST {endpoint.target} HTTP/1.1\r\n"
        f"Host: {_host_header(endpoint)}\r\n"
        f"Authorization: {authorization}\r\n"
        "Content-Encoding: aes128gcm\r\n"
        "Content-Type: application/octet-stream\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"TTL: {message.seconds_to_live}\r\n"
        f"Topic: {message.topic}\r\n"
        "Urgency: high\r\n"
        "Connection: close\r\n\r\n"
    )
    try:
        with _connect(address, endpoint.port, deadline) as plain:
            connection: socket.socket = plain
            if endpoint.is_encrypted:
                connection = ssl.create_default_context().wrap_socket(plain, server_hostname=endpoint.host)
            with connection:
                connection.settimeout(_left(deadline))
                connection.sendall(head.encode("ascii") + body)
                return read_answer(_receive_head(connection, deadline))
    except (OSError, ValueError) as error:
        return Answer(Delivery.LATER, f"{type(error).__name__}: {error}")


def read_answer(head: bytes) -> Answer:
    """Redirections are not followed: a push service has none, and they could lead anywhere."""
    if not (status_line := _STATUS_LINE.match(head)):
        return Answer(Delivery.LATER, "The answer is not HTTP.")
    status, reason = int(status_line[1]), f"HTTP {int(status_line[1])}"
    if 200 <= status < 300:
        return Answer(Delivery.DELIVERED)
    if status in (404, 410):
        return Answer(Delivery.GONE, reason)
    if status in (408, 425, 429) or status >= 500:
        wait = _RETRY_AFTER.search(head)
        return Answer(Delivery.LATER, reason, int(wait[1]) if wait else 0)
    return Answer(Delivery.REFUSED, reason)


def site_key() -> SiteKey | None:
    """None where the operators have set no PUSH_KEY: then nobody is sent anything."""
    return SiteKey(settings.PUSH_KEY) if settings.PUSH_KEY else None


def _connect(address: str, port: int, deadline: float) -> socket.socket:
    connection = socket.create_connection((address, port), timeout=_left(deadline))
    connection.settimeout(_left(deadline))  # for the handshake as a whole, and for all that is sent
    return connection


def _receive_head(connection: socket.socket, deadline: float) -> bytes:
    """Up to the empty line, however slowly it comes; never more than a few seconds, never more than a few kilobytes."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) < MAX_ANSWER_BYTES:
        connection.settimeout(_left(deadline))
        if not (more := connection.recv(MAX_ANSWER_BYTES - len(head))):
            break
        head += more
    return head


def _left(deadline: float) -> float:
    if (left := deadline - time.monotonic()) <= 0:
        raise TimeoutError("It took too long.")
    return left


def _host_header(endpoint: Endpoint) -> str:
    name = f"[{endpoint.host}]" if ":" in endpoint.host else endpoint.host
    return name if endpoint.is_encrypted else f"{name}:{endpoint.port}"
