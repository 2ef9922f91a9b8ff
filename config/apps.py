from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class SiteConfig(AppConfig):
    """The wiring as an app, so that it can bring commands of its own and tie what may not know each other."""

    name = "config"
    label = "site_wiring"

    def ready(self) -> None:
        # The Celery application must exist before anybody publishes a task.
        from config import celery  # noqa: F401

        self._tie_history_to_requests()

    def _tie_history_to_requests(self) -> None:
        from audit import request_ids
        from config.logs import request_id

        request_ids.take_from(lambda: "" if request_id.get() == "-" else request_id.get())


class AdministrationConfig(AdminConfig):
    """Django's administration pages, open to those whom the policy names."""

    default_site = "players.administration.AdministrationSite"

    def ready(self) -> None:
        super().ready()
        from django.contrib import admin
        from django.contrib.auth.models import Group

        # Groups hold Django's own permissions, and nothing here asks for those.
        admin.site.unregister(Group)
