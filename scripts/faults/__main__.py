"""`make faults`: FAULT_MINUTES (30) of random faults; FAULT_SEED repeats those of an earlier run."""

import argparse
import os
import random
import signal
import sys
from pathlib import Path

from scripts.faults.report import as_markdown, write_report
from scripts.faults.site import FaultySite
from scripts.throwaway import ServerDidNotStart

QUIET_SHARE = 0.1
MAX_QUIET_SECONDS = 120.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the figures into this document")
    parser.add_argument("--faults", type=int, metavar="N", help="end after so many faults")
    parser.add_argument(
        "--quiet-seconds", type=float, metavar="S", help="how long there is load before the first fault"
    )
    parser.add_argument("--crews", type=int, default=2, metavar="N", help="how many clubs make the load")
    arguments = parser.parse_args()
    try:
        minutes = float(os.environ.get("FAULT_MINUTES") or 30)
        seed = int(os.environ.get("FAULT_SEED") or random.SystemRandom().randrange(10**6))
    except ValueError:
        print("kiebitz: FAULT_MINUTES and FAULT_SEED have to be numbers.", file=sys.stderr)
        return 2
    print(f"FAULT_SEED={seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # and clean up
    try:
        return _run(seed, minutes, arguments)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except ServerDidNotStart as error:
        print(f"kiebitz: {error}", file=sys.stderr)
        return 1


def _run(seed: int, minutes: float, arguments: argparse.Namespace) -> int:
    site = FaultySite()
    is_well = False
    try:
        site.prepare()
        _use_database_of(site)
        from scripts.faults import facts  # needs Django, which needs the site's settings
        from scripts.faults.run import Run, RunOptions, complain

        site.start(queues=facts.queue_names())
        quiet = arguments.quiet_seconds or min(minutes * 60 * QUIET_SHARE, MAX_QUIET_SECONDS)
        run = Run(site, RunOptions(seed, minutes, arguments.faults, quiet, arguments.crews))
        figures = run()
        is_well = not figures.found
        print(f"\n{as_markdown(figures)}", flush=True)
        if arguments.report:
            write_report(arguments.report, figures)
        if not is_well:
            complain(run)
        return 0 if is_well else 1
    finally:
        site.close(keep_logs=not is_well)


def _use_database_of(site: FaultySite) -> None:
    import django

    os.environ.update(site.environment)
    django.setup()


if __name__ == "__main__":
    sys.exit(main())
