"""`manage.py verify`: compare everything with what it was made of; the exit status says whether all is right."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.verification import VERIFICATIONS, Findings, Verification
from engine.cli.progress_bar import ProgressBar


class Command(BaseCommand):
    help = (
        "Replay every stored game, compute standings and ratings again, and look whether all that was sent is there "
        "and the history is whole; exits with 1 if something is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = Findings(self.stdout.write)
        total = 0 if options["quiet"] else sum(verification.count() for verification in VERIFICATIONS)
        with ProgressBar(total, sys.stderr) as progress:
            step = progress.step if total else _no_step
            summaries = [_run(verification, findings, step) for verification in VERIFICATIONS]
        for summary in summaries:
            self.stdout.write(summary)
        if findings.problems:
            raise CommandError(f"{findings.problems} problems found.")
        self.stdout.write("No problem found.")


def _run(verification: Verification, findings: Findings, step: Callable[[], None]) -> str:
    steps = verification.run(findings)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return str(end.value)
        step()


def _no_step() -> None:
    """Nobody looks."""
