"""A small provider of OpenID Connect on this machine: discovery, keys, tokens, user info. It asks for no password."""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "kiebitz", "a secret of the provider"


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class OpenIdServer:
    """Who signs in there is whom `person` describes; `breaks` is what goes wrong with the tokens."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.person: dict[str, Any] = {
            "sub": "42",
            "email": "agnes@federation.example",
            "name": "Agnes Brandt",
        }
        self.breaks = ""
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: set[str] = set()
        self._key = new_key()

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/userinfo",
            "jwks_uri": f"{self.address}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def keys(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key()))
        return {"keys": [{**public, "kid": "1", "use": "sig", "alg": "RS256"}]}

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser is sent back to, with a code."""
        code = secrets.token_urlsafe()
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or (form["client_id"], form["client_secret"]) != (CLIENT, SECRET):
            return 400, {"error": "invalid_grant"}
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            **self.person,
            "iss": "https://impostor.example" if self.breaks == "issuer" else self.address,
            "aud": "another client" if self.breaks == "audience" else CLIENT,
            "iat": now,
            "exp": now - 9 if self.breaks == "age" else now + 60,
        }
        if self.breaks == "subject":
            claims["sub"] = "another"
        access = secrets.token_urlsafe()
        self.tokens.add(access)
        key = new_key() if self.breaks == "signature" else self._key
        signed = jwt.encode(claims, key, algorithm="RS256", headers={"kid": "1"})
        token = {} if self.breaks == "token" else {"id_token": signed}
        return 200, {"access_token": access, "token_type": "Bearer", **token}

    def user_info(self, bearer: str) -> tuple[int, dict[str, Any]]:
        known = bearer.removeprefix("Bearer ") in self.tokens
        return (200, self.person) if known else (401, {"error": "invalid_token"})


@contextmanager
def running_provider() -> Iterator[OpenIdServer]:
    server: OpenIdServer

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path == "/authorize":
                self.send_response(302)
                self.send_header("Location", server.authorize(asked))
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif parts.path == "/userinfo":
                self._answer(*server.user_info(self.headers.get("Authorization", "")))
            elif parts.path == "/keys":
                self._answer(200, server.keys())
            elif parts.path == "/.well-known/openid-configuration":
                self._answer(200, server.discovery())
            else:
                self._answer(404, {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(*server.token({name: values[0] for name, values in parse_qs(body).items()}))

        def _answer(self, status: int, content: dict[str, Any]) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = OpenIdServer(f"http://127.0.0.1:{listening.server_port}")
    thread = Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()
