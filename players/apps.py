from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("players")

    def ready(self) -> None:
        from players import history_sections  # noqa: F401  shows histories on pages
        from players.accounts import data_export  # noqa: F401  registers its kind of job
        from players.clubs import contributions as of_clubs  # noqa: F401  all that clubs add
        from players.people import contributions  # noqa: F401  all that people add to registries
        from players.rating_lists import contributions as of_rating_lists  # noqa: F401  likewise
        from players.tokens import actions as token_actions  # noqa: F401  tells of them
        from players.tokens import data_export as token_export  # noqa: F401  adds its part
