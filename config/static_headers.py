"""Headers of static files beyond those of every answer, written once when the server starts."""

from pathlib import Path
from wsgiref.headers import Headers

from csp.constants import HEADER


def add_headers(headers: Headers, path: str, url: str) -> None:
    """A drawing is a document of its own, with a policy that lets it wear its own colours."""
    from games.replay.picture_policy import policy_of_picture  # the settings name this module

    if path.endswith(".svg"):
        headers[HEADER] = policy_of_picture(Path(path).read_text(encoding="utf-8"))
