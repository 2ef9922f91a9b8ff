"""Push services learn who sends, and can check it."""

import base64
from urllib.parse import urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from jobs.web_push.encryption import decode
from jobs.web_push.identification import SiteKey

ENDPOINT = "https://push.example.net/send/abc?x=1"


def test_the_statement_is_signed_and_about_this_push_service_alone() -> None:
    key = SiteKey("a secret of thirty-two characters")
    header = key.authorization(ENDPOINT, contact="mailto:kiebitz@club.example.org", now=1_800_000_000)

    scheme, _, rest = header.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(", "))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    claims = jwt.decode(
        parts["t"],
        public,
        algorithms=["ES256"],
        audience="https://push.example.net",
        options={"verify_exp": False},
    )
    assert scheme == "vapid"
    assert parts["k"] == key.public
    assert claims == {
        "aud": "https://push.example.net",
        "exp": 1_800_000_000 + 12 * 60 * 60,
        "sub": "mailto:kiebitz@club.example.org",
    }
    assert urlsplit(ENDPOINT).path not in base64.b64decode(parts["t"].split(".")[1] + "==").decode()


@pytest.mark.parametrize("number", range(40))
def test_signatures_always_have_their_full_length(number: int) -> None:
    """One in some hundred has a number that begins with zeros."""
    header = SiteKey(f"{number}").authorization(ENDPOINT, contact="mailto:a@b.example", now=number)

    assert len(decode(header.partition("t=")[2].partition(",")[0].rpartition(".")[2])) == 64


def test_the_same_secret_is_the_same_key_and_another_one_is_not() -> None:
    assert SiteKey("one").public == SiteKey("one").public != SiteKey("other").public
    assert len(decode(SiteKey("one").public)) == 65
