from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JobsConfig(AppConfig):
    name = "jobs"
    verbose_name = _("jobs")

    def ready(self) -> None:
        from jobs.kinds import register_kinds
        from jobs.mail import DELIVER_MAIL

        register_kinds(DELIVER_MAIL)
