"""A message that only one browser can read: `aes128gcm` of RFC 8188 with the keys of RFC 8291. Pure.

Written here because the known library (pywebpush) brings two HTTP clients, and none of them may be used: addresses of
push services come from browsers, and are checked when they are connected to.
"""

import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
SALT_BYTES: Final = 16
AUTH_BYTES: Final = 16
POINT_BYTES: Final = 65
RECORD_BYTES: Final = 4096
# Push services take bodies of 4096 bytes: what is left of them without header, padding mark and tag (RFC 8291, 4).
MAX_PLAIN_BYTES: Final = 3993
_LAST_RECORD: Final = b"\x02"


class ReceiverKeys(NamedTuple):
    """What a browser gives with its subscription: its public key, and a secret of its own."""

    point: bytes
    auth: bytes

    @classmethod
    def from_text(cls, *, p256dh: str, auth: str) -> "ReceiverKeys":
        """ValueError if no message could be encrypted for these."""
        keys = cls(decode(p256dh), decode(auth))
        if len(keys.auth) != AUTH_BYTES or len(keys.point) != POINT_BYTES:
            raise ValueError("The keys have the wrong length.")
        public_key(keys.point)
        return keys


def encrypt(
    plain: bytes,
    receiver: ReceiverKeys,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body to send. The sender's key and the salt are for one message alone; tests give those of the RFC."""
    if len(plain) > MAX_PLAIN_BYTES:
        raise ValueError(f"A message has at most {MAX_PLAIN_BYTES} bytes.")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_BYTES)
    own_point = point_of(sender.public_key())
    shared = sender.exchange(ec.ECDH(), public_key(receiver.point))
    info = b"WebPush: info\0" + receiver.point + own_point
    secret = _derive(shared, salt=receiver.auth, info=info, length=32)
    return encrypt_record(plain, secret=secret, salt=salt, key_id=own_point)


def encrypt_record(plain: bytes, *, secret: bytes, salt: bytes, key_id: bytes = b"") -> bytes:
    """RFC 8188, with one record, which is the last one."""
    key = _derive(secret, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derive(secret, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    header = salt + struct.pack("!IB", RECORD_BYTES, len(key_id)) + key_id
    return header + AESGCM(key).encrypt(nonce, plain + _LAST_RECORD, None)


def public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """ValueError if it is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decode(text: str) -> bytes:
    """Base64 as addresses have it, with or without the signs at its end. ValueError if it is none."""
    if not text.isascii():
        raise ValueError("Base64 is written in ASCII.")
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _derive(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
