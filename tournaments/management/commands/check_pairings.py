"""`manage.py check_pairings FILE.trf…`: pair every round of finished tournaments again."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments import trf
from tournaments.pairing.checking import check_tournament


class Command(BaseCommand):
    help = (
        "Pairs every round of a Swiss tournament again from the rounds before it, by the Dutch rules of 2026,"
        " and prints whether it comes out the same. Exits with 1 if any round differs. Needs no database."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE.trf", help="tournament report files")

    def handle(self, *args: Any, **options: Any) -> None:
        good = True
        for name in options["files"]:
            try:
                report = trf.read(Path(name).read_bytes())
            except OSError as error:
                good = False
                self.stderr.write(f"{name}: cannot be read: {error.strerror or error}")
                continue
            except trf.TrfError as error:
                good = False
                self.stderr.write(f"{name}: {error}")
                continue
            for remark in report.remarks:
                self.stderr.write(f"{name}: {remark}")
            for check in check_tournament(report.tournament):
                good = good and check.same
                for line in check.lines(name):
                    self.stdout.write(line)
        if not good:
            raise SystemExit(1)
