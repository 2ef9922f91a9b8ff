from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    name = "audit"
    verbose_name = _("history")

    def ready(self) -> None:
        from audit.verification import HISTORY
        from core.verification import VERIFICATIONS

        VERIFICATIONS.register("history", HISTORY, order=400)
