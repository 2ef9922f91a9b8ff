"""What a site on one machine sets by itself, where nothing was said: no certificate, no proxy, keys of its own."""

import os
import secrets
from pathlib import Path

from config.environment import ConfigurationError, Environment


def local_settings(env: Environment, *, host: str = "127.0.0.1", port: int = 8000) -> dict[str, str]:
    settings = {}
    host = f"[{host}]" if ":" in host else host
    if not env.text("SECRET_KEY"):
        settings["SECRET_KEY"] = _stored_key(env, "SECRET_KEY", "secret_key")
    if not env.text("PUSH_KEY"):
        settings["PUSH_KEY"] = _stored_key(env, "PUSH_KEY", "push_key")
    is_open_to_the_room = env.flag("ROOM", default=False) and not env.text("ALLOWED_HOSTS")
    if not env.text("ALLOWED_HOSTS") and not is_open_to_the_room:
        settings["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", host]))
    if not env.text("HTTPS"):
        settings["HTTPS"] = "0"
        # To the room, links name the address that the machine has there when they are written.
        if not env.text("SITE_URL") and not is_open_to_the_room:
            # No proxy stands in front, so the links in mails name the port as well.
            name = (env.words("ALLOWED_HOSTS") or [host])[0].lstrip(".*") or "localhost"
            settings["SITE_URL"] = f"http://{name}:{port}"
    return settings


def _stored_key(env: Environment, setting: str, name: str) -> str:
    """Made at the first start and kept: people stay signed in over a restart, and their browsers get notifications."""
    path = env.folder("VAR_DIR", "var") / name
    try:
        if key := _read_or_make(path):
            return key
    except OSError as error:
        raise ConfigurationError(
            f"cannot use {path} ({error.strerror}): let it belong to the user who starts the site, or set {setting}."
        ) from error
    except UnicodeDecodeError:
        pass
    # As a power cut leaves it behind.
    raise ConfigurationError(
        f"{path} does not hold a key: remove it, and a new one is made, or set {setting}."
    )


def _read_or_make(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        key = secrets.token_urlsafe(50)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key)
        return key
