from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The wiring as an app, so that it can bring commands of its own."""

    name = "config"
    label = "site_wiring"
