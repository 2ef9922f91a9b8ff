from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("players")

    def ready(self) -> None:
        from players.accounts import data_export  # noqa: F401  registers its kind of job
        from players.people import data_export as person_export  # noqa: F401  adds its parts
