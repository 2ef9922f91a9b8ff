from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from games.adjudication import jobs as adjudication_jobs  # noqa: F401  registers its kind of job
        from games.archive import jobs as archive_jobs  # noqa: F401  likewise
        from games.archive import (
            presenters,  # noqa: F401  adds to pages of people and clubs
            receivers,  # noqa: F401  what becomes of games when people leave or are merged
        )
        from games.archive.selectors import search  # noqa: F401  adds to the search
        from games.submissions import jobs as submission_jobs  # noqa: F401  registers its kinds of job
        from games.submissions.selectors import uploads  # noqa: F401  adds to the data export
