"""Checks of the running site: each says in words what is wrong and what to do.

    def check_disk() -> CheckResult: …
    CHECKS.register("disk", Check(_("Disk space"), check_disk), order=400)          # in the app's `ready()`

The page for administrators and `manage.py status` show them all, in their order.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core.monitoring.metrics import Part
from core.registry import Registry

logger = logging.getLogger(__name__)


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


SEVERITY: Final = {Level.OK: 0, Level.WARNING: 1, Level.PROBLEM: 2}


class CheckLink(NamedTuple):
    label: str
    url: str


@dataclass(frozen=True)
class CheckResult:
    """`sentence` says how things are, `advice` what to do; a link leads to where it is done."""

    level: Level
    sentence: str
    advice: str = ""
    links: tuple[CheckLink, ...] = ()


def ok(sentence: str) -> CheckResult:
    return CheckResult(Level.OK, sentence)


def warning(sentence: str, advice: str, *links: CheckLink) -> CheckResult:
    return CheckResult(Level.WARNING, sentence, advice, links)


def problem(sentence: str, advice: str, *links: CheckLink) -> CheckResult:
    return CheckResult(Level.PROBLEM, sentence, advice, links)


@dataclass(frozen=True)
class Check:
    """`ask()` is not called while the part that it `needs` is away."""

    title: str | Promise
    ask: Callable[[], CheckResult]
    needs: Part = Part.NONE


class Answer(NamedTuple):
    key: str
    title: str
    result: CheckResult


CHECKS: Final = Registry[Check]("checks")


def run_checks() -> list[Answer]:
    """In their order. A check of a part has that part's name as its key, and comes before those that need it."""
    answers: list[Answer] = []
    away: set[str] = set()
    for key, check in CHECKS.items():
        result = _not_known(check) if check.needs in away else _ask(key, check)
        if result.level is Level.PROBLEM and key in (Part.DATABASE, Part.BROKER):
            away.add(key)
        answers.append(Answer(key, str(check.title), result))
    return answers


def worst_level(answers: list[Answer]) -> Level:
    return max((answer.result.level for answer in answers), key=SEVERITY.__getitem__, default=Level.OK)


def _ask(key: str, check: Check) -> CheckResult:
    try:
        return check.ask()
    except Exception:
        logger.exception("The check %r failed", key)
        return problem(
            _("This could not be checked."),
            _("The log says why, under the logger “core.monitoring.checks”."),
        )


def _not_known(check: Check) -> CheckResult:
    if check.needs is Part.DATABASE:
        return warning(_("Not known while the database is away."), _("See above."))
    return warning(_("Not known while the broker is away."), _("See above."))
