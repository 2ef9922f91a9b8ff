from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from games import (  # noqa: F401  say what becomes of games when people leave or are merged
            leaving,
            merging,
            rating,
        )
        from games.adjudicating import jobs as adjudication_jobs  # noqa: F401  registers its kind of job
        from games.reading import search, sections  # noqa: F401  add to the search and to pages
        from games.submitting import data_export  # noqa: F401  adds its part
        from games.submitting import jobs as submission_jobs  # noqa: F401  likewise
