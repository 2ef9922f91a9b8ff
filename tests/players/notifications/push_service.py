"""A push service on this machine, and browsers that can read what it gets."""

import json
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from jobs.web_push.encryption import encode


class Browser:
    """The other side of the encryption, as the standards describe it for receivers."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self._point = _point(self._key.public_key())

    @property
    def p256dh(self) -> str:
        return encode(self._point)

    @property
    def auth(self) -> str:
        return encode(self._auth)

    def decrypt(self, body: bytes) -> bytes:
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        point, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self._key.exchange(ec.ECDH(), sender)
        secret = _hkdf(shared, self._auth, b"WebPush: info\0" + self._point + point, 32)
        key = _hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert plain[-1:] == b"\x02"
        return plain[:-1]

    def read(self, body: bytes) -> dict[str, str]:
        content: dict[str, str] = json.loads(self.decrypt(body))
        return content


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Answers 201, or what `answers` has for a path: a status, or a function that does as it likes."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.received: list[Received] = []
        self.answers: dict[str, int | Callable[[BaseHTTPRequestHandler], None]] = {}

    def bodies(self, path: str) -> list[bytes]:
        return [each.body for each in self.received if each.path == path]


@contextmanager
def push_service() -> Iterator[PushService]:
    service: PushService

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append(Received(self.path, dict(self.headers), body))
            answer = service.answers.get(self.path, 201)
            if callable(answer):
                answer(self)
                return
            self.send_response(answer)
            if answer in (301, 302, 307):
                self.send_header("Location", f"{service.origin}/elsewhere")
            if answer == 429:
                self.send_header("Retry-After", "120")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def drip(handler: BaseHTTPRequestHandler) -> None:
    """A hostile one: a letter now and then, so that no single wait is long."""
    try:
        for letter in b"HTTP/1.1 201 Created\r\nX-Nothing: " + b"x" * 600:
            handler.wfile.write(bytes([letter]))
            handler.wfile.flush()
            time.sleep(0.05)
    except OSError:
        pass


def flood(handler: BaseHTTPRequestHandler) -> None:
    """A hostile one: more than anybody wants to hear."""
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Nothing: ")
        for _ in range(2000):
            handler.wfile.write(b"x" * 65536)
    except OSError:
        pass
