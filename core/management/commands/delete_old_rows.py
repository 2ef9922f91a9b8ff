"""Delete what is older than the KEEP_… variables say, as happens every night; or only count it."""

from argparse import ArgumentParser
from math import inf
from typing import Any

from django.core.management.base import BaseCommand

from core.retention import RETENTION, RetentionRule, count_due_rows, delete_due_rows


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="Only say what would be deleted.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            counts = {due.rule.title: due.number for due in count_due_rows()}
        else:
            done = delete_due_rows(seconds=inf)
            counts = {rule.title: done.deleted[name] for name, rule in RETENTION.items()}
        verb = "would go" if options["dry_run"] else "deleted"
        for rule in RETENTION:
            self.stdout.write(f"{rule.title}: {counts[rule.title]} {verb} ({_time(rule)})")


def _time(rule: RetentionRule) -> str:
    return f"{rule.setting}={rule.days}" + ("" if rule.days else ", kept for ever")
