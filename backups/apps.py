from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BackupsConfig(AppConfig):
    name = "backups"
    verbose_name = _("backups")

    def ready(self) -> None:
        from backups.layout import LEFT_OUT

        # Libraries' tables; an app says itself what of its own need not be kept.
        LEFT_OUT.register("sessions.session", "sessions: everybody signs in again")
        for model in ("accessattempt", "accessattemptexpiration", "accessfailurelog", "accesslog"):
            LEFT_OUT.register(f"axes.{model}", "failed attempts to sign in, which count for an hour")
