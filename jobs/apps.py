from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JobsConfig(AppConfig):
    name = "jobs"
    verbose_name = _("jobs")

    def ready(self) -> None:
        from core.monitoring.checks import CHECKS, Check
        from core.monitoring.metrics import Part, register_metrics
        from core.retention import RETENTION
        from jobs import checks
        from jobs.kinds import register_kinds
        from jobs.mail import DELIVER_MAIL
        from jobs.metrics import JOB_METRICS
        from jobs.retention import FINISHED_MAILS

        register_kinds(DELIVER_MAIL)
        RETENTION.register("mails", FINISHED_MAILS, order=100)
        register_metrics(*JOB_METRICS)
        CHECKS.register(
            "scheduler", Check(_("Scheduler"), checks.check_sweeper, needs=Part.BROKER), order=220
        )
        CHECKS.register(
            "waiting", Check(_("Waiting jobs"), checks.check_waiting, needs=Part.DATABASE), order=230
        )
        CHECKS.register(
            "failed", Check(_("Failed jobs"), checks.check_failed, needs=Part.DATABASE), order=240
        )
        CHECKS.register("mail", Check(_("Mail"), checks.check_mail, needs=Part.DATABASE), order=250)
