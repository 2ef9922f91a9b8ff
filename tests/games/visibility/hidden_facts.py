"""The hidden facts of a game under embargo, and which of them an answer tells."""

import re
from typing import Any

from django.test import Client

from engine.stratego import Kind
from players.models import User
from tests.games.replay.records import BLUE, RED, SECRET

# The moves show these to everybody; every other kind is known to its owner alone.
SHOWN = {"red": {"scout", "sergeant"}, "blue": {"captain", "sergeant", "bomb"}}
VERDICT = "Neither flag can be reached"
SECRETS = (
    SECRET, "marshal hides", VERDICT, "no-progress", "no progress possible", *RED.split("/"), *BLUE.split("/"),
)  # fmt: skip


def signed_in(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def text_of(response: Any) -> str:
    content = b"".join(response) if response.streaming else response.content
    return str(content.decode("utf-8", errors="replace"))


def told(text: str) -> list[str]:
    """The hidden facts that an answer tells."""
    # The sheet defines every symbol there is, and a filter offers every verdict: they say nothing about this game.
    body = re.sub(r'<svg [^>]*class="symbol-sheet".*?</svg>|<option .*?</option>', "", text, flags=re.DOTALL)
    kinds = [
        f"{side} {kind}"
        for side, shown in SHOWN.items()
        for kind in Kind
        if str(kind) not in shown
        and re.search(rf"\b{side}-{kind}\b|\b{side.capitalize()}(?:'s|:)? {kind}\b", body)
    ]
    return [secret for secret in SECRETS if secret in body] + kinds
