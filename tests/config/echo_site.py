"""A site that says what arrived, for the tests of the web server: the body’s length, or as much as was asked."""

import hashlib
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    asked = parse_qs(environ["QUERY_STRING"])
    time.sleep(float(asked.get("wait", ["0"])[0]))
    wanted = int(asked.get("answer", ["0"])[0])
    if wanted:
        answer: Iterable[bytes] = (b"x" * 65_536 for _ in range(wanted // 65_536))
        length = wanted // 65_536 * 65_536
    else:
        text = f"{environ['PATH_INFO']} {len(body)} {hashlib.sha256(body).hexdigest()[:16]}"
        answer, length = [text.encode()], len(text)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(length))])
    return answer
