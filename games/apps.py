from django.apps import AppConfig
from django.db.models import CharField, TextField
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        self._register_lookups()
        self._connect_signals()
        self._register_permissions_and_actions()
        self._register_jobs()
        self._register_personal_data()
        self._register_panels()
        self._register_history()
        self._register_search()

    def _register_lookups(self) -> None:
        from games.archive.selectors.search import HasKeptWords, HasOpenWords, HasWords

        CharField.register_lookup(HasWords)
        for lookup in (HasKeptWords, HasOpenWords, HasWords):
            TextField.register_lookup(lookup)

    def _connect_signals(self) -> None:
        from games.archive import receivers
        from games.signals import games_arrived, games_changed
        from players.people.signals import person_forgotten

        games_arrived.connect(receivers.order_rating_of_new_games)
        games_changed.connect(receivers.order_rating_of_changed_games)
        person_forgotten.connect(receivers.forget_name)

    def _register_permissions_and_actions(self) -> None:
        from audit.actions import register_actions
        from core.permissions.register import register_permissions
        from games import audit_actions, policies

        register_permissions(policies)
        register_actions(audit_actions)

    def _register_jobs(self) -> None:
        from games.adjudication.jobs import ADJUDICATE_GAMES
        from games.archive.jobs import HAND_OVER_FREE_GAMES
        from games.submissions.jobs import SPLIT_UPLOAD, VALIDATE_SLICE
        from jobs.kinds import register_kinds

        register_kinds(SPLIT_UPLOAD, VALIDATE_SLICE, ADJUDICATE_GAMES, HAND_OVER_FREE_GAMES)

    def _register_personal_data(self) -> None:
        from games.archive.services.games import GAME_MERGE_STEPS
        from games.submissions.selectors.uploads import export_uploads
        from games.visibility.selectors import explain_hidden_games
        from players.accounts.jobs import EXPORT_PARTS
        from players.people.services.merge_steps import register_merge_steps
        from players.people.services.merges import DISCLOSURE_CHECKS

        EXPORT_PARTS.register("uploads", export_uploads, order=300)
        register_merge_steps(*GAME_MERGE_STEPS, order=200)
        DISCLOSURE_CHECKS.register("hidden games", explain_hidden_games)

    def _register_panels(self) -> None:
        from games.archive.presenters import games_of_club, games_of_person
        from players.clubs.presenters import CLUB_PAGE
        from players.people.presenters import PERSON_PAGE

        PERSON_PAGE.register("games", games_of_person, order=300)
        CLUB_PAGE.register("games", games_of_club, order=300)

    def _register_history(self) -> None:
        from audit.policies import HIDDEN_LINES, register_history
        from audit.presenters.fields import FieldDescription, describe_fields
        from games.models import Game, Visibility
        from games.policies import may_see_history_of_game
        from games.visibility.selectors import hidden_verdict_lines, visible_game_ids

        register_history(Game, may_see=may_see_history_of_game, visible_ids=visible_game_ids)
        HIDDEN_LINES.register("verdicts", hidden_verdict_lines)
        describe_fields(Game, {"wish": FieldDescription(_("requested"), dict(Visibility.choices))})

    def _register_search(self) -> None:
        from core.search.sources import SOURCES
        from games.archive.selectors.search import GAME_SOURCE

        SOURCES.register("games", GAME_SOURCE, order=300)
