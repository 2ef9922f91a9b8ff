"""Prints the table of tournaments in report files: `manage.py standings FILE.trf…`. Needs no database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments import trf
from tournaments.standings import (
    CODES,
    ROUND_ROBIN_DEFAULT,
    SWISS_DEFAULT,
    Table,
    TieBreak,
    TieBreakError,
    amount,
    canonical,
    standings,
    tie_breaks,
)

WRONG_USAGE = 2
BAD_FILE = 1


class Command(BaseCommand):
    help = "Print the standings of tournaments in report files (TRF16, TRF26)."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE.trf", help="report files")
        parser.add_argument(
            "--tie-breaks",
            metavar="CODES",
            help=f"in their order, separated by commas: {', '.join(CODES)}. "
            f"Default: what the file says, else {','.join(SWISS_DEFAULT)}",
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON for each player")
        parser.add_argument("--seed", help="the seed of the drawing of lots (LOT)")
        parser.add_argument(
            "--round-robin",
            action="store_true",
            help="pairings were fixed beforehand, even if the file does not say so (C.07, article 15.2)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = None
        if options["tie_breaks"] is not None:
            try:
                chosen = tie_breaks(options["tie_breaks"], seed=options["seed"])
            except TieBreakError as error:
                raise CommandError(str(error), returncode=WRONG_USAGE) from error
        broken = 0
        for file in options["files"]:
            try:
                report = trf.read(Path(file).read_bytes())
            except OSError as error:
                broken += 1
                self.stderr.write(f"{file}: cannot be read: {error.strerror or error}")
                continue
            except trf.TrfError as error:
                broken += 1
                self.stderr.write(f"{file}: {error}")
                continue
            for remark in report.remarks:
                self.stderr.write(f"{file}: {remark}")
            round_robin = options["round_robin"] or report.details.round_robin
            listed = chosen
            if listed is None:
                listed = self._of_the_file(file, report.details, options["seed"], round_robin=round_robin)
            if round_robin:
                self._warn(file, listed)
            table = standings(report.tournament, listed, round_robin=round_robin)
            lines = json_lines(file, table) if options["json"] else text_lines(file, report, table)
            self.stdout.write("\n".join(lines))
        if broken:
            files = "1 file" if broken == 1 else f"{broken} files"
            raise CommandError(f"{files} could not be read.", returncode=BAD_FILE)

    def _of_the_file(
        self, file: str, details: trf.Details, seed: str | None, *, round_robin: bool
    ) -> tuple[TieBreak, ...]:
        """The tie-breaks a file names, as far as we know them; the usual ones where it names none."""
        chosen: list[str] = []
        for code in details.standing_order or details.tie_breaks:
            try:
                tie_breaks([*chosen, code], seed=seed)
            except TieBreakError as error:
                self.stderr.write(f"{file}: {error}; it is left out")
            else:
                chosen.append(canonical(code))
        default = ROUND_ROBIN_DEFAULT if round_robin else SWISS_DEFAULT
        return tie_breaks(chosen or default, seed=seed)

    def _warn(self, file: str, listed: tuple[TieBreak, ...]) -> None:
        for tie_break in listed:
            if not tie_break.for_round_robins:
                self.stderr.write(
                    f"{file}: C.07 does not allow {tie_break.code} in a round robin (article 8)"
                )


def json_lines(file: str, table: Table) -> list[str]:
    unit = table.book.system.unit
    return [
        json.dumps(
            {
                "file": file,
                "rank": row.rank,
                "number": row.number,
                "name": row.name,
                "points": row.points / unit,
                "tie_breaks": {
                    label: value if scale == 1 else value / scale
                    for label, value, scale in zip(table.labels, row.values, table.scales, strict=True)
                },
            },
            ensure_ascii=False,
        )
        for row in table.rows
    ]


def text_lines(file: str, report: trf.Report, table: Table) -> list[str]:
    unit = table.book.system.unit
    heading = ("Rank", "No", "Name", "Points", *table.labels)
    body = [
        (str(row.rank), str(row.number), row.name, amount(row.points, unit), *table.shown(row))
        for row in table.rows
    ]
    widths = [max(map(len, column)) for column in zip(heading, *body, strict=True)]
    lines = [f"{file}: {report.tournament.name}, after round {len(report.tournament.rounds)}"]
    for cells in (heading, *body):
        aligned = [
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append("  ".join(aligned).rstrip())
    return lines
