from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        from audit.policies import register_history
        from tournaments import history, personal_data, policies  # noqa: F401  words of the log, people's data
        from tournaments.entries import presenters as entry_presenters  # noqa: F401  one's own entry
        from tournaments.events.presenters import listings  # noqa: F401  search, pages of clubs and people
        from tournaments.models import Event
        from tournaments.results import presenters as result_presenters  # noqa: F401  what needs a decision
        from tournaments.results import receivers  # noqa: F401  records and verdicts
        from tournaments.results.services import submissions  # noqa: F401  mails
        from tournaments.rounds import jobs  # noqa: F401  pairing

        register_history(Event, policies.may_see_event_log)
