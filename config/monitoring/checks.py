"""Checks of what belongs to no app: database, broker, workers, clocks, disk, tables, settings and version."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.monitoring import backing_services
from config.monitoring.workers import states_of_workers
from core.monitoring import heartbeats
from core.monitoring.checks import SEVERITY, CheckResult, ok, problem, run_checks, warning
from core.monitoring.metrics import Gauge, Part, Reading

# Seconds. Sessions, links in mails and the order of results rest on clocks that agree.
MAX_CLOCK_SKEW: Final = 2.0
WRONG_CLOCK_SKEW: Final = 30.0
# Shares of the disk, and bytes: a small disk is full sooner, and a large one has room although it is nearly full.
LOW_SHARE: Final = 0.10
LOW_BYTES: Final = 1024**3
FULL_BYTES: Final = 200 * 1024**2


def check_database() -> CheckResult:
    try:
        backing_services.ask_database()
        return ok(_("%(database)s answers.") % {"database": backing_services.database_version()})
    except Exception as error:  # noqa: BLE001  whatever its driver raises means that it is not there
        return problem(
            _("The database does not answer: %(reason)s") % {"reason": _first_line(error)},
            _("Start it, or correct DATABASE_URL. Nothing of the site works without it."),
        )


def check_broker() -> CheckResult:
    try:
        backing_services.ask_broker()
        return ok(_("%(broker)s answers.") % {"broker": backing_services.broker_version()})
    except Exception as error:  # noqa: BLE001  whatever its driver raises means that it is not there
        return problem(
            _("The broker does not answer: %(reason)s") % {"reason": _first_line(error)},
            _("Start Redis or Valkey, or correct REDIS_URL. Jobs wait until then; nothing is lost."),
        )


def check_workers() -> CheckResult:
    signs = heartbeats.load_workers()
    missing = [kind for kind, is_alive in states_of_workers(signs).items() if not is_alive]
    if missing:
        return problem(
            _("No worker takes jobs from: %(queues)s.") % {"queues": ", ".join(missing)},
            _("Start a worker for them (docs/operating.md), or look into its log for why it ended."),
        )
    old = sorted({sign.version for sign in signs if sign.is_alive and sign.version != settings.VERSION})
    if old:
        return warning(
            _("Some workers run version %(versions)s, this page runs %(own)s.")
            % {"versions": ", ".join(old), "own": settings.VERSION},
            _("Restart them to end the upgrade."),
        )
    count = sum(sign.is_alive for sign in signs)
    return ok(
        ngettext("%(count)d worker is at work.", "%(count)d workers are at work.", count) % {"count": count}
    )


def check_clocks() -> CheckResult:
    skews = {sign.node: sign.clock_skew for sign in heartbeats.load_workers() if sign.is_alive}
    skews[_("this web server")] = heartbeats.own_clock_skew()
    node, skew = max(skews.items(), key=lambda item: abs(item[1]))
    if abs(skew) <= MAX_CLOCK_SKEW:
        return ok(_("The clocks of all machines agree."))
    sentence = (
        _("The clock of %(node)s is %(seconds)d seconds ahead of the broker’s.")
        if skew > 0
        else _("The clock of %(node)s is %(seconds)d seconds behind the broker’s.")
    ) % {"node": node, "seconds": abs(skew)}
    advice = _("Let all machines take the time from a server (systemd-timesyncd or chrony).")
    return (problem if abs(skew) > WRONG_CLOCK_SKEW else warning)(sentence, advice)


def check_disk() -> CheckResult:
    usage = shutil.disk_usage(settings.VAR_DIR)
    return judge_disk(free=usage.free, total=usage.total)


def judge_disk(*, free: int, total: int) -> CheckResult:
    sentence = _("%(free)s of %(total)s are free where the site keeps its files.") % {
        "free": filesizeformat(free),
        "total": filesizeformat(total),
    }
    advice = _("Delete what is not needed on this disk, or move VAR_DIR to a larger one.")
    if free < FULL_BYTES:
        return problem(sentence, advice)
    if free < LOW_BYTES and free < total * LOW_SHARE:
        return warning(sentence, advice)
    return ok(sentence)


def check_migrations() -> CheckResult:
    waiting = pending_migrations()
    if not waiting:
        return ok(_("The tables are those of this version."))
    return problem(
        ngettext(
            "%(count)d step of an upgrade is missing: %(first)s.",
            "%(count)d steps of an upgrade are missing, the first is %(first)s.",
            len(waiting),
        )
        % {"count": len(waiting), "first": waiting[0]},
        _("Run “manage.py prepare”, then restart web servers and workers."),
    )


def pending_migrations() -> list[str]:
    """By the names of their files: to load them would take a second and the memory for it."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return sorted(
        f"{config.label}.{file.stem}"
        for config in apps.get_app_configs()
        for file in (Path(config.path) / "migrations").glob("[0-9]*.py")
        if (config.label, file.stem) not in applied
    )


def check_settings() -> CheckResult:
    if settings.DEBUG:
        return problem(
            _("DEBUG is on: whoever causes an error sees the site’s code and settings."),
            _("Take DEBUG out of .env and the environment, and restart."),
        )
    if not settings.HTTPS:
        return ok(_("DEBUG is off. Visitors come without https, as in the club room."))
    return ok(_("DEBUG is off, and visitors come by https."))


def check_version() -> CheckResult:
    if settings.VERSION.endswith(".dev0"):
        return ok(_("Kiebitz %(version)s, a version between two releases.") % {"version": settings.VERSION})
    return ok(_("Kiebitz %(version)s.") % {"version": settings.VERSION})


def _first_line(error: Exception) -> str:
    line, *_rest = str(error).strip().splitlines() or [type(error).__name__]
    return line


def _read_checks() -> Iterator[Reading]:
    for answer in run_checks():
        yield Reading(SEVERITY[answer.result.level], (answer.key,))


def _read_free_bytes() -> Iterator[Reading]:
    yield Reading(shutil.disk_usage(settings.VAR_DIR).free)


CHECK: Final = Gauge(
    name="kiebitz_check",
    help="What each check of the status page says: 0 in order, 1 a warning, 2 a problem",
    labels=("check",),
    needs=Part.DATABASE,  # without it there is nothing else to say
    read=_read_checks,
)
DISK_FREE_BYTES: Final = Gauge(
    name="kiebitz_disk_free_bytes",
    help="Free space where the web server that was asked keeps its files",
    read=_read_free_bytes,
)
