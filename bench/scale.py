"""What a large site needs: bytes of its tables and indexes, and how long its pages take beside an empty view.

    python -m bench.scale [--share 0.01 …] [--requests N] [--only WORD] [--folder FOLDER] [--backup]

A share of 1 is 100,000 events, 2 million people and 10 million games; see `bench.large_site`. Each page is asked for
many times, each time for another of the site's events, games and people, and in turns with an empty view. Nothing is
taken from the site's own caches: they are emptied before every request. The report is the slowest page's
quickest request.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bench.harness import report, seconds
from bench.large_site.fill import fill, large_site, make_club, number_of_clubs
from scripts.throwaway import ThrowawayPostgres, postgres_program

if TYPE_CHECKING:
    from django.test import Client

SHARE: Final = 0.01
REQUESTS: Final = 10
SEED: Final = 2026
GOAL: Final = 500.0
EMPTY: Final = "/healthz"
# In the tenth page of a hundred; the last one would be read from the other end.
DEEP: Final = 200

_SIZES: Final = """
SELECT COALESCE(p.inhparent, c.oid)::regclass::text AS name, sum(pg_table_size(c.oid)), sum(pg_indexes_size(c.oid)),
       sum(c.reltuples)
FROM pg_class c LEFT JOIN pg_inherits p ON p.inhrelid = c.oid
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
GROUP BY 1 ORDER BY sum(pg_total_relation_size(c.oid)) DESC
"""
_INDEX_SIZES: Final = """
SELECT relname, indexrelname, pg_relation_size(indexrelid) FROM pg_stat_user_indexes ORDER BY 3 DESC LIMIT %s
"""


class WrongAnswer(Exception):
    pass


class Page(NamedTuple):
    name: str
    address: Callable[[Site], str]
    is_for_administrators: bool = False


class Times(NamedTuple):
    """Of one page: the quickest request in seconds, and how often an empty view would fit into each number.

    On a machine that others use, the quickest request says most about the page, and the others about the machine.
    """

    quickest: float
    quickest_ratio: float
    ratio: float
    late_ratio: float


class Site:
    """Objects of the site, picked at random."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self._last: dict[str, int] = {}

    def pick(self, model: Any, **wanted: Any) -> Any:
        """One of the rows that fit, next to a number that was drawn."""
        label = model._meta.label
        if label not in self._last:
            self._last[label] = model.objects.order_by("-pk").values_list("pk", flat=True)[0]
        drawn = self.dice.randint(1001, self._last[label])
        rows = model.objects.filter(**wanted).order_by("pk")
        return rows.filter(pk__gte=drawn).first() or rows.first()

    def event(self) -> Any:
        from tournaments.models import Event

        return self.pick(Event)

    def section(self) -> Any:
        from tournaments.models import Section

        return self.pick(Section)

    def game(self) -> Any:
        from games.models import Game

        return self.pick(Game, visibility="public")

    def person(self) -> Any:
        from players.models import Person

        return self.pick(Person, listed=True)

    def club(self) -> Any:
        from players.models import Club

        return self.pick(Club)

    def played_round(self) -> Any:
        from tournaments.models import Round

        return self.pick(Round)

    def place(self) -> str:
        """Anywhere in the list of games."""
        game = self.game()
        return f"{game.sort_date}.{game.pk}"


def _of_section(name: str) -> Callable[[Site], str]:
    from django.urls import reverse

    def address(site: Site) -> str:
        section = site.section()
        return reverse(name, args=[section.event_id, section.pk])

    return address


def _pages() -> list[Page]:
    def page(name: str, address: str | Callable[[Site], str]) -> Page:
        return Page(name, address if callable(address) else lambda _: address)

    return [
        page("front page", "/"),
        page("events", "/events/"),
        page("events, page 200", f"/events/?page={DEEP}"),
        page("events, of a club", lambda site: f"/events/?club={site.club().slug}"),
        page("events, by words", lambda site: f"/events/?q={site.club().place}"),
        page("event", lambda site: site.event().get_absolute_url()),
        page("entries of an event", lambda site: f"{site.event().get_absolute_url()}entries/"),
        page("standings", _of_section("standings")),
        page("cross table", _of_section("crosstable")),
        page("round", lambda site: site.played_round().get_absolute_url()),
        page("games", "/games/"),
        page("games, anywhere", lambda site: f"/games/?after={site.place()}"),
        page("games, by a player's name", lambda site: f"/games/?player={site.person().name}"),
        page("games, by a family name", lambda site: f"/games/?player={site.person().name.split()[1]}"),
        page("games, by a given name", lambda site: f"/games/?player={site.person().name.split()[0]}"),
        page("games, by words", lambda site: f"/games/?q={site.club().place}+open"),
        page("games, by words of many", "/games/?q=open"),
        page("games, by words of none", "/games/?q=xyzzy"),
        page("games, of a club", lambda site: f"/games/?club={site.club().slug}"),
        page("games, of a person", lambda site: f"/games/?person={site.person().pk}"),
        page("games, adjudicated", "/games/?adjudicated=dead"),
        page("games, long", "/games/?shortest=121"),
        page(
            "games, some of everything", "/games/?kind=stratego&player=agnes&result=1-0&event=cup&shortest=20"
        ),
        page("game", lambda site: site.game().get_absolute_url()),
        page("record of a game", lambda site: f"{site.game().get_absolute_url()}record.txt"),
        page("people", "/people/"),
        page("people, page 200", f"/people/?page={DEEP}"),
        page("people, by name", lambda site: f"/people/?name={site.person().name}"),
        page("person", lambda site: site.person().get_absolute_url()),
        page("search, a person", lambda site: f"/search/?q={site.person().name}"),
        page("search, a word of many", "/search/?q=open"),
        page("search, nothing found", "/search/?q=xyzzyq"),
        page("clubs", "/clubs/"),
        page("club", lambda site: site.club().get_absolute_url()),
        page("members of a club", lambda site: f"{site.club().get_absolute_url()}members/"),
        page("rating lists", "/ratings/"),
        page("rating list of all clubs", "/ratings/barragoon/"),
        page("rating list, page 200", f"/ratings/barragoon/?page={DEEP}"),
        page("rating list of a club", lambda site: f"/ratings/{site.club().slug}-barragoon/"),
        page("movers of the list", "/ratings/barragoon/movers/"),
        page("distribution of the list", "/ratings/barragoon/distribution/"),
        page("API: events", "/api/v1/events/"),
        page("API: games", "/api/v1/games/"),
        page("API: games of a person", lambda site: f"/api/v1/games/?person={site.person().pk}"),
        page("API: clubs", "/api/v1/clubs/"),
        page("API: ratings", "/api/v1/ratings/?pool=barragoon"),
        page("API: pairings of a round", lambda site: f"/api/v1/pairings/?round={site.played_round().pk}"),
        Page(
            "log of an event",
            lambda site: f"{site.event().get_absolute_url()}log/",
            is_for_administrators=True,
        ),
        Page(
            "history of a club",
            lambda site: f"{site.club().get_absolute_url()}history/",
            is_for_administrators=True,
        ),
        Page(
            "history of a game",
            lambda site: f"/history/games.game/{site.game().pk}/",
            is_for_administrators=True,
        ),
        Page("status page", lambda _: "/status/", is_for_administrators=True),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--share", type=float, nargs="+", default=[SHARE], help="several are measured one by one"
    )
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--only", default="", help="pages whose name has this word")
    parser.add_argument("--folder", type=Path, help="for the databases; a new one")
    parser.add_argument("--backup", action="store_true", help="dump and restore each site, too")
    options = parser.parse_args()
    with large_site(options.folder) as postgres:
        from django.core.management import call_command

        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["django_htmx"])
        made = make_club()
        pages = [page for page in _pages() if options.only in page.name]
        for share in options.share:
            _connect_to_new_site(f"site_{number_of_clubs(share)}")
            fill(number_of_clubs(share), made)
            times = measure(pages, options.requests)
            lines = [f"## {share:g}", "", *sizes(), "", *as_table(times), ""]
            print("\n".join(lines), flush=True)
            if options.backup:
                print("\n".join(backup_times(postgres)), flush=True)
    report("slowest page of a large site", max(each.quickest_ratio for each in times.values()), GOAL, "lower")


def _connect_to_new_site(name: str) -> None:
    """A copy of the empty one."""
    from django.db import connection

    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
    connection.settings_dict["NAME"] = name


def sizes(indexes: int = 25) -> Iterator[str]:
    """Tables with their rows and bytes, then the largest indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        yield "| table | rows | bytes of rows | bytes of indexes |"
        yield "|---|---|---|---|"
        for name, of_rows, of_indexes, rows in cursor.fetchall():
            if rows > 0:
                yield f"| {name} | {rows:.0f} | {of_rows} | {of_indexes} |"
        cursor.execute("SELECT pg_database_size(current_database())")
        yield f"| all | | {cursor.fetchone()[0]} | |"
        cursor.execute(_INDEX_SIZES, [indexes])
        yield ""
        yield "| index | of | bytes |"
        yield "|---|---|---|"
        for table, name, size in cursor.fetchall():
            yield f"| {name} | {table} | {size} |"


def measure(pages: list[Page], requests: int) -> dict[str, Times]:
    """Of the pages that answer; what is wrong with the others is said at once."""
    from django.test import Client

    from players.models import User

    site, visitor, administrator = Site(SEED), *(Client(headers={"host": "localhost"}) for _ in range(2))
    account = User.objects.create_superuser("administrator@example.org", None, display_name="Administrator")
    found: dict[str, list[float]] = {page.name: [] for page in pages}
    empty: list[float] = []
    for number in range(requests + 1):
        for page in [page for page in pages if page.name in found]:
            client = administrator if page.is_for_administrators else visitor
            if page.is_for_administrators:
                client.force_login(account)
            try:
                took, beside = _took(client, page.address(site)), _took(visitor, EMPTY)
            except WrongAnswer as error:
                print(f"# {page.name} is left out: {error}", file=sys.stderr, flush=True)
                del found[page.name]
                continue
            if number:  # the first time templates are read and plans are made
                found[page.name].append(took)
                empty.append(beside)
    least, middle = min(empty), median(empty)
    print(f"# empty view: {least * 1000:.2f} ms at best, median {middle * 1000:.2f} ms", file=sys.stderr)
    return {
        name: Times(min(times), min(times) / least, median(times) / middle, _late(times) / middle)
        for name, times in found.items()
    }


def as_table(times: dict[str, Times]) -> Iterator[str]:
    yield "| page | quickest, times an empty view | median | 99th percentile | quickest, ms |"
    yield "|---|---|---|---|---|"
    for name, each in times.items():
        ratios = f"{each.quickest_ratio:.0f} | {each.ratio:.0f} | {each.late_ratio:.0f}"
        yield f"| {name} | {ratios} | {each.quickest * 1000:.0f} |"


def backup_times(postgres: ThrowawayPostgres) -> Iterator[str]:
    """By PostgreSQL's own programs, into a folder and into another database."""
    file = postgres.directory / "site.dump"
    yield "| step | seconds | bytes |"
    yield "|---|---|---|"
    site, restored = (f"{postgres.url.rpartition('/')[0]}/{name}" for name in (_database(), "restored"))
    took = seconds(lambda: _run("pg_dump", "--format=custom", f"--file={file}", site))
    yield f"| pg_dump | {took:.0f} | {file.stat().st_size} |"
    _run("psql", "--quiet", "--command=CREATE DATABASE restored", postgres.url)
    took = seconds(lambda: _run("pg_restore", "--jobs=2", f"--dbname={restored}", str(file)))
    yield f"| pg_restore | {took:.0f} | |"
    _run("psql", "--quiet", "--command=DROP DATABASE restored", postgres.url)
    file.unlink()


def _database() -> str:
    from django.db import connection

    return str(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> None:
    subprocess.run([postgres_program(program), *arguments], check=True, stdout=subprocess.DEVNULL)


def _took(client: Client, address: str) -> float:
    from django.core.cache import caches

    for cache in caches.all(initialized_only=True):
        cache.clear()
    return seconds(lambda: _get(client, address))


def _get(client: Client, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != 200:
        raise WrongAnswer(f"{address} answers {answer.status_code}")
    b"".join(answer) if answer.streaming else answer.content


def _late(times: list[float]) -> float:
    return quantiles(times, n=100, method="inclusive")[98]


if __name__ == "__main__":
    main()
