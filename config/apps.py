from django.apps import AppConfig


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
