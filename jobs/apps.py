from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JobsConfig(AppConfig):
    name = "jobs"
    verbose_name = _("jobs")

    def ready(self) -> None:
        from jobs import mail  # noqa: F401  registers the kind of job that delivers mail
