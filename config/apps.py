from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.core.signals import request_finished
from django.utils.translation import gettext_lazy as _


class SiteConfig(AppConfig):
    """The wiring as an app, so that it can bring commands of its own and tie what may not know each other."""

    name = "config"
    label = "site_wiring"

    def ready(self) -> None:
        from config.celery import app
        from config.middleware import forget_time_zone

        # Tasks are published by this application, in every thread.
        app.set_default()
        request_finished.connect(forget_time_zone)
        self._register_metrics_and_checks()
        self._start_traces_and_error_reports()

    def _register_metrics_and_checks(self) -> None:
        from config.monitoring import checks
        from config.monitoring.backing_services import METRICS_OF_PARTS
        from config.monitoring.requests import REQUEST_SECONDS, REQUESTS
        from config.monitoring.workers import WORKERS
        from core.monitoring.checks import CHECKS, Check
        from core.monitoring.metrics import Part, register_metrics

        register_metrics(
            REQUESTS, REQUEST_SECONDS, *METRICS_OF_PARTS, WORKERS, checks.DISK_FREE_BYTES, checks.CHECK
        )
        CHECKS.register(Part.DATABASE, Check(_("Database"), checks.check_database), order=110)
        CHECKS.register("tables", Check(_("Tables"), checks.check_migrations, needs=Part.DATABASE), order=120)
        CHECKS.register(Part.BROKER, Check(_("Broker"), checks.check_broker), order=130)
        CHECKS.register("workers", Check(_("Workers"), checks.check_workers, needs=Part.BROKER), order=210)
        CHECKS.register("disk", Check(_("Disk space"), checks.check_disk), order=310)
        CHECKS.register("clocks", Check(_("Clocks"), checks.check_clocks, needs=Part.BROKER), order=320)
        CHECKS.register("settings", Check(_("Settings"), checks.check_settings), order=410)
        CHECKS.register("version", Check(_("Version"), checks.check_version), order=420)

    def _start_traces_and_error_reports(self) -> None:
        from config.monitoring.error_reports import start_error_reports
        from config.monitoring.traces import start_tracing

        start_tracing()
        start_error_reports()


class AdministrationConfig(AdminConfig):
    """Django's administration pages, open to those whom the policy names."""

    default_site = "players.admin_site.AdministrationSite"

    def ready(self) -> None:
        super().ready()
        from django.contrib import admin
        from django.contrib.auth.models import Group

        # Groups hold Django's own permissions, and nothing here asks for those.
        admin.site.unregister(Group)
