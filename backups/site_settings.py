"""The site's settings in a backup: those without secrets as they are, the secrets only on request and encrypted."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from os import urandom
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from backups.errors import BackupRefused, DamagedBackup

# A variable whose name has one of these words holds a secret.
SECRET_WORDS: Final = ("SECRET", "PASSWORD", "PASSPHRASE", "TOKEN", "KEY", "DSN", "CREDENTIAL", "HEADERS")
NO_SECRETS: Final = ("API_REQUESTS_BY_TOKEN",)
# They say where this machine keeps things: another machine has its own.
OF_THE_MACHINE: Final = ("DATABASE_URL", "REDIS_URL", "REDIS_DATABASE", "VAR_DIR", "BACKUP_DIR", "DEBUG")
MIN_PASSPHRASE_LENGTH: Final = 10

# 128 MB and about half a second for each guess. Other values are read as well, up to a gigabyte.
_SCRYPT_COST: Final = 2**17
_MAX_SCRYPT_COST: Final = 2**20
_SCRYPT_BLOCK: Final = 8
_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


class SiteSettings(NamedTuple):
    open: dict[str, str]
    secrets: dict[str, str]


def separate_secrets(given: Mapping[str, str]) -> SiteSettings:
    """An address with a password in it is a secret; without the password it is none."""
    settings = SiteSettings({}, {})
    for name, value in sorted(given.items()):
        if name not in NO_SECRETS and any(word in name.upper() for word in SECRET_WORDS):
            settings.secrets[name] = value
        elif (without := _without_password(value)) != value:
            settings.secrets[name] = value
            settings.open[name] = without
        else:
            settings.open[name] = value
    return settings


def _without_password(value: str) -> str:
    if "://" not in value:
        return value
    try:
        parts = urlsplit(value)
    except ValueError:
        return ""
    if "@" not in parts.netloc:
        return value
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def check_passphrase(passphrase: str) -> None:
    if len(passphrase) < MIN_PASSPHRASE_LENGTH:
        raise BackupRefused(f"The passphrase needs at least {MIN_PASSPHRASE_LENGTH} characters.")


def encrypt(secrets: Mapping[str, str], *, passphrase: str, bound_to: bytes) -> dict[str, Any]:
    """With scrypt and AES-256-GCM. `bound_to` is what else the passphrase vouches for: nobody can have changed it."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # large, and few need it

    salt, nonce = urandom(16), urandom(_NONCE_BYTES)
    key = _derive(passphrase, salt, _SCRYPT_COST)
    data = AESGCM(key).encrypt(nonce, json.dumps(dict(secrets)).encode(), bound_to)
    return {
        "cipher": "AES-256-GCM",
        "key": {"by": "scrypt", "n": _SCRYPT_COST, "r": _SCRYPT_BLOCK, "p": 1, "salt": _text(salt)},
        "nonce": _text(nonce),
        "data": _text(data),
    }


def decrypt(document: Any, *, passphrase: str, bound_to: bytes) -> dict[str, str]:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        cost = int(document["key"]["n"])
        salt, nonce, data = (
            b64decode(text) for text in (document["key"]["salt"], document["nonce"], document["data"])
        )
        if not 2 <= cost <= _MAX_SCRYPT_COST or cost & (cost - 1) or len(nonce) != _NONCE_BYTES:
            raise ValueError
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedBackup("its secrets cannot be read") from error
    try:
        plain = AESGCM(_derive(passphrase, salt, cost)).decrypt(nonce, data, bound_to)
    except InvalidTag:
        raise BackupRefused(
            "The passphrase does not open the secrets, or somebody changed the backup."
        ) from None
    return {str(name): str(value) for name, value in json.loads(plain).items()}


def env_lines(settings: Mapping[str, str]) -> list[str]:
    """As `.env` has them. What belongs to a machine is there as a comment."""
    return [
        f"{'#' if name in OF_THE_MACHINE else ''}{name}={value}" for name, value in sorted(settings.items())
    ]


def _derive(passphrase: str, salt: bytes, cost: int) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=_KEY_BYTES, n=cost, r=_SCRYPT_BLOCK, p=1).derive(passphrase.encode())


def _text(data: bytes) -> str:
    return b64encode(data).decode("ascii")
