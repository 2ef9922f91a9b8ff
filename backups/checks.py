"""The check of the status page: how old the last backup is, and what to do about it."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backups.selectors import last_good_run, last_run, site_exists_since
from core.monitoring.checks import CheckResult, ok, warning

TOO_OLD: Final = timedelta(days=2)


def check_backups() -> CheckResult:
    if not settings.BACKUP_KEEP:
        return warning(
            _("Automatic backups are off."),
            _("Set BACKUP_KEEP to how many of each kind are kept, or call “manage.py backup” regularly."),
        )
    last, good = last_run(), last_good_run()
    if last is not None and last.error:
        return warning(
            _("The last backup failed: %(reason)s") % {"reason": last.error},
            _(
                "Make room, plug the stick in, or correct BACKUP_DIR or the variables that begin with S3_. "
                "It is tried again every few minutes."
            ),
        )
    now = timezone.now()
    since = good.started_at if good else site_exists_since()
    days = (now - since).days
    if now - since >= TOO_OLD:
        advice = _("Start scheduler and worker, which make one every night, or call “manage.py backup”.")
        if good is None:
            return warning(_("There is no backup yet."), advice)
        return warning(
            ngettext("The last backup is %(days)d day old.", "The last backup is %(days)d days old.", days)
            % {"days": days},
            advice,
        )
    if good is None:
        return ok(_("The first backup is made in the coming night, or when a round is published."))
    return ok(
        _("The last backup was made %(time)s ago: %(name)s (%(size)s) in %(place)s.")
        % {
            "time": timesince(good.started_at, now),
            "name": good.name,
            "size": filesizeformat(good.size),
            "place": good.place,
        }
    )
