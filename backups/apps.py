from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BackupsConfig(AppConfig):
    name = "backups"
    verbose_name = _("backups")

    def ready(self) -> None:
        from backups.checks import check_backups
        from backups.contributions import LEFT_OUT
        from core.monitoring.checks import CHECKS, Check
        from core.monitoring.metrics import Part

        CHECKS.register("backups", Check(_("Backups"), check_backups, needs=Part.DATABASE), order=260)
        # Libraries' tables; an app says itself what of its own need not be kept.
        LEFT_OUT.register("sessions.session", "sessions: everybody signs in again")
        for model in ("accessattempt", "accessattemptexpiration", "accessfailurelog", "accesslog"):
            LEFT_OUT.register(f"axes.{model}", "failed attempts to sign in, which count for an hour")
        for model in ("backuprequest", "backuprun"):
            LEFT_OUT.register(f"backups.{model}", "which backups this site has")
