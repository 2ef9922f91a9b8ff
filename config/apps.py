from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.core.signals import request_finished


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


class AdministrationConfig(AdminConfig):
    """Django's administration pages, open to those whom the policy names."""

    default_site = "players.admin_site.AdministrationSite"

    def ready(self) -> None:
        super().ready()
        from django.contrib import admin
        from django.contrib.auth.models import Group

        # Groups hold Django's own permissions, and nothing here asks for those.
        admin.site.unregister(Group)
