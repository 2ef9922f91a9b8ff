from django.apps import AppConfig
from django.core.signals import request_finished, setting_changed
from django.db.backends.signals import connection_created
from django.db.models import CharField, Field, TextField
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "core"
    verbose_name = _("core")

    def ready(self) -> None:
        from core.api.retention import OLD_ANSWERS
        from core.db.bulk import AnyOf
        from core.db.folding import add_sqlite_function
        from core.db.slow_queries import SLOW_QUERIES, watch_queries
        from core.guides.selectors import find_guides, suggest_guides
        from core.monitoring.metrics import register_metrics
        from core.retention import RETENTION
        from core.search.matching import BeginsWord
        from core.search.sources import SOURCES, SearchSource
        from core.templatetags.render_once import clear_on_changed_setting
        from core.web.conditional import run_waiting_work

        connection_created.connect(add_sqlite_function)
        connection_created.connect(watch_queries)
        register_metrics(SLOW_QUERIES)
        RETENTION.register("api-answers", OLD_ANSWERS, order=110)
        setting_changed.connect(clear_on_changed_setting)
        request_finished.connect(run_waiting_work)
        SOURCES.register(
            "guides", SearchSource(title=_("Help"), find=find_guides, suggest=suggest_guides), order=900
        )
        Field.register_lookup(AnyOf)
        CharField.register_lookup(BeginsWord)
        TextField.register_lookup(BeginsWord)
