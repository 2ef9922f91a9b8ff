"""An evening of the demo club's organiser: every kind of page, a few uploads, a round that is paired."""

import http.cookiejar
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from html import unescape
from typing import Final

from engine.random_games import random_games
from engine.record import write

PASSWORD: Final = re.compile(r"Sign in as (\S+) with the password (\S+)")
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
LINK: Final = re.compile(r'(?:href|src)="(/[^"#]*)"')
SECONDS_FOR_A_JOB: Final = 60
GAMES_IN_AN_UPLOAD, UPLOADS, WALKS = 20, 3, 3


class Evening:
    """Signed in with the password that `make run` printed when it loaded the demo club."""

    def __init__(self, url: str, log: str) -> None:
        self._url = url
        # The site says where to go on; forms come from its own pages.
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._browser = urllib.request.build_opener(cookies)
        found = PASSWORD.search(log)
        assert found, "the demo club was not loaded"
        self._post("/account/sign-in/", username=found[1], password=found[2])

    def spend(self) -> int:
        """Do all of it; the number of pages that were visited."""
        for seed in range(UPLOADS):
            self._post("/games/submit/", text=_records(seed), visibility="public")
        self._pair_a_round()
        # More than once: which of the web processes answers is chance.
        return max(self._visit_every_kind_of_page() for _ in range(WALKS))

    def _pair_a_round(self) -> None:
        """The first one of the event that is open for entries, which its organiser starts."""
        events = re.findall(r'href="(/events/\d+/)"', self._get("/events/"))
        event = next(each for each in events if f"{each}start/" in self._get(each))
        self._post(f"{event}start/", **self._hidden(f"{event}start/"))
        (section, *_others) = re.findall(rf'href="{event}s/(\d+)/', self._get(event))
        rounds = f"{event}s/{section}/rounds/"
        self._post(rounds, to=f"{rounds}order/", number="1", despite="1")
        deadline = time.monotonic() + SECONDS_FOR_A_JOB
        while f"{rounds}1/publish/" not in (draft := self._get(f"{rounds}1/draft/")):
            assert time.monotonic() < deadline, draft
            time.sleep(0.2)

    def _visit_every_kind_of_page(self) -> int:
        """From the front page on; of addresses that differ in numbers and searches only, the first."""
        waiting, seen = ["/"], set()
        while waiting:
            address = waiting.pop(0)
            kind = re.sub(r"\d+|\?.*", "", address)
            if kind in seen or kind.startswith(("/static/", "/account/sign-out")):
                continue
            seen.add(kind)
            waiting += [unescape(link) for link in LINK.findall(self._get(address))]
        return len(seen)

    def _hidden(self, address: str) -> dict[str, str]:
        """What the form of a page sends along unseen."""
        return dict(
            re.findall(r'<input type="hidden" name="(?!csrf)([^"]+)" value="([^"]*)"', self._get(address))
        )

    def _get(self, address: str) -> str:
        try:
            with self._browser.open(
                self._url + urllib.parse.quote(address, safe="/?&=%:+,;@"), timeout=60
            ) as answer:
                return str(answer.read().decode(errors="replace"))
        except urllib.error.HTTPError as error:
            with error:
                if error.code >= 500:
                    raise SystemExit(f"{address} answers {error.code}") from error
            return ""

    def _post(self, address: str, *, to: str = "", **fields: str) -> None:
        """Fill in the form of a page, and send it there or where the form says."""
        token = TOKEN.search(self._get(address))
        assert token, f"{address} has no form"
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token[1]}).encode()
        with self._browser.open(self._url + (to or address), data, timeout=60) as answer:
            assert answer.url != self._url + address or to, f"{address} refuses what was sent"


def _records(seed: int) -> str:
    return "\n".join(write(game) for game in random_games(GAMES_IN_AN_UPLOAD, seed=seed))
