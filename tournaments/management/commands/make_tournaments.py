"""`manage.py make_tournaments FOLDER`: random tournaments as report files, to try pairing programs with."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments import trf
from tournaments.pairing.checklist import checklist
from tournaments.pairing.random_tournaments import Chances, random_tournament

RANGES = {"players": "so many take part", "rounds": "so many rounds", "ratings": "so strong they are"}
SHARES = {
    "draws": "of the games between equals",
    "forfeits": "of the games",
    "byes": "of a player's rounds, asked for beforehand",
    "withdrawals": "of a player's rounds",
    "accelerated": "of the tournaments (Baku)",
}
MAX_TOURNAMENTS = 100_000


class Command(BaseCommand):
    help = (
        "Makes random Swiss tournaments, paired by the Dutch rules, as report files in a folder. The same seed makes"
        " the same tournaments. Needs no database."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Chances()
        parser.add_argument("folder", type=Path, help="where the files go; made if it is not there")
        parser.add_argument("--number", type=int, default=1, help="how many tournaments (1)")
        parser.add_argument("--seed", type=int, default=1, help="of the first; the next ones count on (1)")
        parser.add_argument(
            "--edition", choices=[each.value for each in trf.Edition], default=trf.Edition.TRF26.value
        )
        parser.add_argument(
            "--checklist",
            action="store_true",
            help="what each round was paired by, as a text beside each file",
        )
        for name, words in RANGES.items():
            least, most = getattr(usual, name)
            parser.add_argument(
                f"--{name}",
                type=_range,
                default=(least, most),
                metavar="N-M",
                help=f"{words} ({least}-{most})",
            )
        for name, words in SHARES.items():
            share = getattr(usual, name)
            parser.add_argument(
                f"--{name}", type=float, default=share, metavar="SHARE", help=f"{words} ({share:g})"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            chances = Chances(**{name: options[name] for name in (*RANGES, *SHARES)})
        except ValueError as error:
            raise CommandError(f"{error}.") from error
        if not 1 <= options["number"] <= MAX_TOURNAMENTS:
            raise CommandError(f"1 to {MAX_TOURNAMENTS} tournaments can be made at once.")
        folder: Path = options["folder"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for seed in range(options["seed"], options["seed"] + options["number"]):
                tournament = random_tournament(seed, chances)
                path = folder / f"{seed}.trf"
                edition = trf.Edition(options["edition"])
                path.write_bytes(trf.write(tournament, edition=edition).to_bytes())
                self.stdout.write(str(path))
                if options["checklist"]:
                    text = "\n".join(checklist(tournament)) + "\n"
                    path.with_suffix(".txt").write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error.strerror or error}.") from error


def _range(text: str) -> tuple[int, int]:
    least, _, most = text.partition("-")
    try:
        return int(least), int(most or least)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not of the form 16-64") from error
