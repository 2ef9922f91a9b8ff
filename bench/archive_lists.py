"""How the list of games grows with the archive, on PostgreSQL: each filter among 10,000 games and among 100,000.

    python -m bench.archive_lists [--small N] [--large N] [--different N]

The large archive is the small one and the same plies under other names and dates. A share of the games belongs to a
club or is the record of an event's board, and not everybody may see all of them. Every filter of the page is asked for
something common and, where it can be, for something that few games have or none; the page is fetched as a visitor does
it, and as a club's arbiter, who may see more. The peer is the same page in the small archive: both archives are
there at the same time, and the requests alternate, so that a busy moment of the machine hits both.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.archive import _site
from bench.harness import report, seconds

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.test import Client

    from players.models import User

SMALL, LARGE, DIFFERENT = 10_000, 100_000, 5_000
REQUESTS = 10  # in either order
GOAL = 1.5
SEED = 2026

# In which seat, and for what.
Asked = tuple[str, str]

LISTS = (
    "",
    "after=2020-06-01.1",
    "q=agnes",
    "q=sorensen+league",
    "q=xyzzy",
    "kind=barragoon",
    "player=muller",
    "player=yusuf+zielinski",
    "player=xyzzy",
    "player=agnes&colour=first",
    "player=agnes+brandt&opponent=weber",
    "result=1-0",
    "result=%2A",
    "termination=time",
    "termination=forfeit",
    "event=league",
    "event=xyzzy",
    "of_event=1",
    "club=measured-club",
    "club=quiet-club",
    "round=3",
    "round=42",
    "since=2025-06-01",
    "since=2031-01-01",
    "until=2015-02-01",
    "until=2001-01-01",
    "since=2019-03-01&until=2019-03-02",
    "shortest=121",
    "longest=3",
    "setup=chosen",
    "first_express=3",
    "second_express=9",
    "adjudicated=any",
    "adjudicated=dead",
    "person=1",
    "kind=stratego&player=agnes&result=1-0&event=cup&shortest=20",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=SMALL)
    parser.add_argument("--large", type=int, default=LARGE)
    parser.add_argument("--different", type=int, default=DIFFERENT)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-bench-") as directory, _site(Path(directory)):
        from django.db import connections

        _collect_static_files()
        clients = _clients()
        _fill(options.different, options.small // options.different, SEED)
        archives = {"small": connections["default"], "large": _copy_of_the_archive()}
        connections["default"] = archives["large"]
        rest = options.large - options.small
        _fill(options.different, rest // options.different, SEED + 1)
        small, large = _times(clients, archives)
        archives["small"].close()
    growth = {page: large[page] / small[page] for page in small}
    for page in sorted(growth, key=lambda page: -growth[page]):
        seat, wanted = page
        print(
            f"# {growth[page]:5.2f}  {small[page] * 1000:7.1f} → {large[page] * 1000:7.1f} ms  "
            f"{seat}: {wanted or 'all'}",
            file=sys.stderr,
        )
    report("game-lists-growth-tenfold-archive", max(growth.values()), GOAL, "lower")


def _collect_static_files() -> None:
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["django_htmx"])


def _fill(different: int, copies: int, seed: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from games.models import Game

    last = Game.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    call_command("make_games", different, copies=copies, seed=seed, verbosity=0)
    _share_out(last)
    _play_events(last)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _share_out(last: int) -> None:
    """Of the games made since: a tenth to the club, a few to another one, and one in twenty-five not for everybody."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET "
            "club_id = (SELECT id FROM players_club WHERE slug = "
            "           CASE WHEN id %% 997 = 0 THEN 'quiet-club' ELSE 'measured-club' END), "
            "visibility = CASE id %% 50 WHEN 0 THEN 'club' WHEN 10 THEN 'embargoed' WHEN 20 THEN 'private' "
            "             ELSE visibility END "
            "WHERE id > %s AND (id %% 10 = 0 OR id %% 997 = 0)",
            [last],
        )


def _play_events(last: int) -> None:
    """Every fiftieth game of Barragoon made since is the record of a board, a hundred to an event."""
    from django.utils import timezone

    from games.models import Game
    from players.models import Club
    from players.people.services.people import create_person
    from tournaments.models import Entry, Event, EventState, Pairing, Round, RoundState, Section

    made = Game.objects.filter(pk__gt=last, kind="barragoon").order_by("pk")
    games = list(made.values_list("pk", flat=True))[::50]
    club, today = Club.objects.get(slug="measured-club"), timezone.localdate()
    people = [create_person(actor=None, name=f"Player {number}") for number in (1, 2)]
    for start in range(0, len(games), 100):
        event = Event.objects.create(
            club=club,
            name=f"Measured {start}",
            game="barragoon",
            state=EventState.RUNNING,
            starts_on=today,
            ends_on=today,
        )
        section = Section.objects.create(event=event, name="Main")
        first, second = (Entry.objects.create(section=section, person=person) for person in people)
        played = Round.objects.create(section=section, number=1, state=RoundState.PUBLISHED)
        # As games of one match: each has its place of its own.
        Pairing.objects.bulk_create(
            Pairing(round=played, board=1, leg=leg, first=first, second=second, game_id=game)
            for leg, game in enumerate(games[start : start + 100], start=1)
        )


def _copy_of_the_archive() -> BaseDatabaseWrapper:
    """A database of its own with the same rows."""
    from django.db import connection

    small = connection.settings_dict["NAME"]
    large = connection.copy()
    large.settings_dict["NAME"] = "large"
    connection.close()  # nobody else may be there while it is copied
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE large TEMPLATE "{small}"')
    return large


def _clients() -> dict[str, Client]:
    from django.test import Client

    arbiter = Client(headers={"host": "localhost"})
    arbiter.force_login(_arbiter())
    return {"visitor": Client(headers={"host": "localhost"}), "arbiter": arbiter}


def _times(clients: dict[str, Client], archives: dict[str, BaseDatabaseWrapper]) -> list[dict[Asked, float]]:
    """For each archive the median of some requests for each list."""
    from django.db import connections

    found: dict[str, dict[Asked, list[float]]] = {name: {} for name in archives}
    for number in range(2 * REQUESTS + 1):
        # Who comes second finds things warm: they take turns in that as well.
        in_turn = list(archives.items())[:: -1 if number % 2 else 1]
        for seat, client in clients.items():
            for wanted in LISTS:
                for name, archive in in_turn:
                    connections["default"] = archive
                    took = seconds(lambda client=client, wanted=wanted: _get(client, f"/games/?{wanted}"))
                    if number:  # the first time templates are read and plans are made
                        found[name].setdefault((seat, wanted), []).append(took)
    return [{asked: median(times) for asked, times in found[name].items()} for name in archives]


def _arbiter() -> User:
    from players.clubs.services.clubs import create_club
    from players.models import Membership, Role, User
    from players.people.services.people import create_person

    owner = User.objects.create_user("owner@example.org", None, display_name="Owner")
    create_person(actor=None, name="Owner", account=owner)
    club = create_club(actor=owner, name="Measured Club", place="Here")
    create_club(actor=owner, name="Quiet Club", place="There")
    arbiter = User.objects.create_user("arbiter@example.org", None, display_name="Arbiter")
    person = create_person(actor=None, name="Arbiter", account=arbiter)
    Membership.objects.create(person=person, club=club, role=Role.ARBITER)
    return arbiter


def _get(client: object, path: str) -> None:
    answer = client.get(path)  # type: ignore[attr-defined]
    if answer.status_code != 200:
        raise SystemExit(f"{path} answers {answer.status_code}")


if __name__ == "__main__":
    main()
