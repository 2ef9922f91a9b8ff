"""Checks of background work: the scheduler, what waits too long, what failed, and the mail server."""

from typing import Final

from django.conf import settings
from django.contrib import admin
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.monitoring import heartbeats
from core.monitoring.checks import CheckLink, CheckResult, ok, problem, warning
from jobs.kinds import JOB_KINDS, JobKind
from jobs.metrics import count_failed, load_backlog
from jobs.models import OutgoingMail, WorkState

# Seconds that a job may wait for a worker before somebody should look, and before it is a problem.
LONG_WAIT: Final = 60
TOO_LONG_WAIT: Final = 600
# Sweeps that may be missed: one is skipped while another is at work.
MISSED_SWEEPS: Final = 6
LEAST_SWEEP_AGE: Final = 60


def check_sweeper() -> CheckResult:
    advice = _("Start the scheduler (celery beat), or look into its log for why it ended.")
    seconds = heartbeats.seconds_since_sweep()
    if seconds is None:
        return problem(_("Nobody has looked for jobs left behind yet."), advice)
    if seconds > max(settings.JOB_SWEEP_INTERVAL * MISSED_SWEEPS, LEAST_SWEEP_AGE):
        return problem(
            ngettext(
                "The last look for jobs left behind was %(minutes)d minute ago.",
                "The last look for jobs left behind was %(minutes)d minutes ago.",
                minutes := int(seconds // 60),
            )
            % {"minutes": minutes},
            advice,
        )
    return ok(
        ngettext(
            "The last look for jobs left behind was %(seconds)d second ago.",
            "The last look for jobs left behind was %(seconds)d seconds ago.",
            int(seconds),
        )
        % {"seconds": seconds}
    )


def check_waiting() -> CheckResult:
    now = timezone.now()
    backlogs = {kind.name: load_backlog(kind, now) for kind in JOB_KINDS}
    count = sum(backlog.waiting for backlog in backlogs.values())
    name, oldest = max(backlogs.items(), key=lambda item: item[1].oldest_seconds)
    if oldest.oldest_seconds <= LONG_WAIT:
        return ok(ngettext("%(count)d job waits.", "%(count)d jobs wait.", count) % {"count": count})
    minutes = int(oldest.oldest_seconds // 60)
    sentence = ngettext(
        "A job (“%(kind)s”) has been due for %(minutes)d minute; waiting jobs: %(count)d.",
        "A job (“%(kind)s”) has been due for %(minutes)d minutes; waiting jobs: %(count)d.",
        minutes,
    ) % {"count": count, "minutes": minutes, "kind": name}
    advice = _("If a large upload is being read, wait. Else look at the workers’ log, or start more workers.")
    return (problem if oldest.oldest_seconds > TOO_LONG_WAIT else warning)(sentence, advice)


def check_failed() -> CheckResult:
    failed = {
        kind: count for kind in JOB_KINDS if kind.model is not OutgoingMail and (count := count_failed(kind))
    }
    if not failed:
        return ok(_("No job has failed."))
    count = sum(failed.values())
    return warning(
        ngettext("%(count)d job has failed for good.", "%(count)d jobs have failed for good.", count)
        % {"count": count},
        _("Read the last error in the administration; when its cause is fixed, choose “Try again” there."),
        *(link for kind, number in failed.items() for link in _links_to_failed(kind, number)),
    )


def check_mail() -> CheckResult:
    if not settings.EMAIL_HOST:
        return warning(
            _("No mail server is set: e-mails are only printed to the console."),
            _("Set EMAIL_HOST and the other mail variables, unless the site is only tried out."),
        )
    kind = next(kind for kind in JOB_KINDS if kind.model is OutgoingMail)
    waiting = Q(state=WorkState.WAITING)
    troubled = (
        OutgoingMail.objects.filter(waiting, attempts__gt=0).exclude(last_error="").order_by("-attempts")
    )
    failed = count_failed(kind)
    if first := troubled.first():
        return problem(
            _("The mail server does not take e-mails: %(reason)s")
            % {"reason": first.last_error.splitlines()[0]},
            _(
                "Check EMAIL_HOST, EMAIL_PORT, the user and the password; the e-mails are sent when it takes them."
            ),
            *_links_to_failed(kind, failed),
        )
    if failed:
        return warning(
            ngettext("%(count)d e-mail was given up.", "%(count)d e-mails were given up.", failed)
            % {"count": failed},
            _("Read the last error in the administration; “Try again” sends an e-mail once more."),
            *_links_to_failed(kind, failed),
        )
    return ok(_("The mail server has taken all e-mails."))


def _links_to_failed(kind: JobKind, count: int) -> list[CheckLink]:
    if not count or not admin.site.is_registered(kind.model):
        return []
    meta = kind.model._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    return [CheckLink(f"{meta.verbose_name_plural}: {count}", f"{url}?state__exact={WorkState.FAILED}")]
