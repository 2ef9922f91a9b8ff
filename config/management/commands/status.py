"""Say how the site is: what is wrong, and what to do. Ends with 0, with 1 after a warning, with 2 after a problem."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.monitoring.checks import SEVERITY, Level, run_checks, worst_level


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []  # they would ask the database before we can

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="say only what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        answers = run_checks()
        styles = {
            Level.OK: self.style.SUCCESS,
            Level.WARNING: self.style.WARNING,
            Level.PROBLEM: self.style.ERROR,
        }
        for answer in answers:
            result = answer.result
            if result.level is Level.OK and options["quiet"]:
                continue
            self.stdout.write(
                f"{styles[result.level](f'{result.level:<8}')}{answer.title}: {result.sentence}"
            )
            if result.advice:
                self.stdout.write(f"        {result.advice}")
        if severity := SEVERITY[worst_level(answers)]:
            sys.exit(severity)
