"""Who sends: the site's own key pair, and the signed statement that push services ask for (VAPID, RFC 8292). Pure."""

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha512
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from jobs.web_push.encryption import CURVE, encode, point_of

# RFC 8292 allows a day; a clock that is wrong by hours is still understood.
VALID_SECONDS: Final = 12 * 60 * 60
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_NUMBER_BYTES: Final = 32


@dataclass(frozen=True)
class SiteKey:
    """Made of the secret in the settings: any text that nobody can guess. The same text is always the same key."""

    secret: str

    @cached_property
    def _private(self) -> ec.EllipticCurvePrivateKey:
        digest = sha512(b"kiebitz web push\0" + self.secret.encode()).digest()
        return ec.derive_private_key(int.from_bytes(digest) % (_ORDER - 1) + 1, CURVE)

    @cached_property
    def public(self) -> str:
        """What browsers are told, and bind their subscriptions to."""
        return encode(point_of(self._private.public_key()))

    def authorization(self, endpoint: str, *, contact: str, now: float) -> str:
        """The header for one push service. `contact` is where its operators find ours: a mailto: or https: address."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + VALID_SECONDS,
            "sub": contact,
        }
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        signature = self._private.sign(signed.encode(), ec.ECDSA(SHA256()))
        numbers = b"".join(number.to_bytes(_NUMBER_BYTES) for number in decode_dss_signature(signature))
        return f"vapid t={signed}.{encode(numbers)}, k={self.public}"


def _part(content: dict[str, object]) -> str:
    return encode(json.dumps(content, separators=(",", ":")).encode())
