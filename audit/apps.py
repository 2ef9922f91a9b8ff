from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    name = "audit"
    verbose_name = _("history")

    def ready(self) -> None:
        from audit import many_values  # noqa: F401  teaches the fields to look for many values
        from audit.folded_column import teach_sqlite

        connection_created.connect(teach_sqlite)
