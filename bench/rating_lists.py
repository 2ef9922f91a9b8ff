"""Measures what it costs to write the ledger: 100,000 games recomputed by the job, beside the pure function alone.

    python -m bench.rating_lists

On a throw-away PostgreSQL. The job reads the results from the database, rates them, and writes lines, periods, the list
and its version, all in the one run that is timed. Beside it, in turns, the pure function rates the same games in the
same periods, which it is given ready-made.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bench.harness import report, seconds, side_by_side
from bench.ratings import PLAYERS, ROUNDS, ROUNDS_OF_AN_EVENT, SEED, as_periods, played_rounds
from players.ratings import Glicko2, Period, recompute
from scripts.throwaway import ThrowawayPostgres

if TYPE_CHECKING:
    from players.models import RatingPool


def main() -> None:
    directory = Path(tempfile.mkdtemp(prefix="kiebitz-bench-"))
    directory.chmod(0o755)
    server = ThrowawayPostgres(directory / "postgres")
    try:
        _start_django(server.url, directory)
        measure()
    finally:
        from django.db import connection

        connection.close()
        server.stop()
        shutil.rmtree(directory, ignore_errors=True)


def measure() -> None:
    rounds = played_rounds(random.Random(SEED), players=PLAYERS, rounds=ROUNDS)
    periods = as_periods(rounds, rounds_of_a_period=ROUNDS_OF_AN_EVENT)
    days = (datetime.now(tz=UTC).date() - periods[-1].end).days - 1
    hand_over_all(periods, later=timedelta(days=days))
    numbers = iter(range(1, 100))
    job_time, pure_time = side_by_side(
        lambda: seconds(lambda: recomputed(next(numbers))), lambda: seconds(lambda: rated(periods))
    )
    print(
        f"{PLAYERS // 2 * ROUNDS} games into the ledger {job_time:.2f} s, pure function {pure_time:.2f} s",
        file=sys.stderr,
    )
    report("ratings-ledger-pure", job_time / pure_time, 3.0, "lower")


def rated(periods: list[Period]) -> None:
    for _ in recompute(Glicko2(), periods):
        pass


def recomputed(number: int) -> None:
    """A new pool that nothing has been computed for, so that each run begins from nothing."""
    from jobs.services import perform
    from players.models import ChangeKind, LedgerLine, Recomputation
    from players.rating_lists.services.results import record_change

    pool = _pool(number)
    record_change(pools=[pool], kind=ChangeKind.ASKED_FOR)
    item = Recomputation.objects.get(pool=pool)
    perform(kind_name="compute rating lists", pk=item.pk, message_id=str(number))
    item.refresh_from_db()
    expected = PLAYERS * ROUNDS // ROUNDS_OF_AN_EVENT
    assert item.state == "done", item.last_error
    assert LedgerLine.objects.filter(period__pool=pool).count() == expected


def hand_over_all(periods: list[Period], *, later: timedelta) -> None:
    """The same games as rows, each period an event. Directly into the tables: this part is not measured."""
    from players.models import Person, RatedResult, ResultSource, SourceKind
    from players.rating_lists.services.games_to_rate import results_digest

    Person.objects.bulk_create(
        Person(pk=number + 1, name=f"Player {number}", sort_name="x", sort_key="x", comparison_key="x")
        for number in range(PLAYERS)
    )
    for number, period in enumerate(periods):
        source = ResultSource.objects.create(
            kind=SourceKind.EVENT,
            key=str(number),
            game="barragoon",
            title=period.key,
            start=period.start + later,
            end=period.end + later,
        )
        rows = [
            RatedResult(
                source=source,
                key=game.id,
                first_id=game.first + 1,
                second_id=game.second + 1,
                first_half_points=int(2 * game.result.first_score),
                second_half_points=int(2 * game.result.second_score),
                played_on=source.end,
            )
            for game in period.games
        ]
        RatedResult.objects.bulk_create(rows, batch_size=5000)
        source.digest = results_digest(rows)
        source.save(update_fields=["digest"])


def _pool(number: int) -> RatingPool:
    from players.models import RatingPool

    return RatingPool.objects.create(
        name=f"Pool {number}", slug=f"pool-{number}", game="barragoon", method=Glicko2.name
    )


def _start_django(database: str, directory: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "for-a-benchmark-only-and-long-enough-to-be-taken-for-a-real-one",
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": database,
        "REDIS_URL": f"unix://{directory}/there-is-none.sock",
        "VAR_DIR": str(directory),
    }
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    logging.getLogger("jobs").setLevel(logging.ERROR)  # there is no broker to tell about the job


if __name__ == "__main__":
    main()
