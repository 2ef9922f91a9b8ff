from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        from audit import objects
        from tournaments import people, policies  # noqa: F401  people: says what hangs on them
        from tournaments.entries import event_page  # noqa: F401  shows one's own entry there
        from tournaments.events import log_words, search, sections  # noqa: F401  add to log, search and pages
        from tournaments.models import Event
        from tournaments.results import (  # noqa: F401  hear of records, write mails, show what waits
            claims,
            overview,
            recognising,
            reminding,
            words_of_the_log,
        )
        from tournaments.rounds import jobs as round_jobs  # noqa: F401  registers its kind of job

        objects.register(Event, policies.may_see_history_of_event)
