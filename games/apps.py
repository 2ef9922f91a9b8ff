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
        self._register_mails()
        self._register_personal_data()
        self._register_panels()
        self._register_history()
        self._register_search()
        self._register_retention()
        self._register_verification()
        self._register_backups()

    def _register_lookups(self) -> None:
        from games.archive.selectors.search import HasKeptWords, HasOpenWords, HasWords

        CharField.register_lookup(HasWords)
        for lookup in (HasKeptWords, HasOpenWords, HasWords):
            TextField.register_lookup(lookup)

    def _connect_signals(self) -> None:
        from games.archive import receivers
        from games.confirmations.receivers import confirm_games_of_submitter
        from games.positions.receivers import index_games
        from games.signals import games_arrived, games_changed
        from players.clubs.signals import recognition_changed
        from players.people.signals import person_forgotten

        games_arrived.connect(confirm_games_of_submitter)
        games_arrived.connect(receivers.order_rating_of_new_games)
        games_changed.connect(receivers.order_rating_of_changed_games)
        games_arrived.connect(index_games)
        games_changed.connect(index_games)
        recognition_changed.connect(receivers.order_rating_of_members)
        person_forgotten.connect(receivers.forget_name)

    def _register_permissions_and_actions(self) -> None:
        from audit.actions import register_actions
        from core.permissions.register import register_permissions
        from games import audit_actions, policies
        from games.analysis import policies as analysis_policies
        from games.confirmations import policies as confirmation_policies
        from games.live import policies as live_policies
        from games.recorder import policies as recorder_policies

        register_permissions(policies)
        register_permissions(confirmation_policies)
        register_permissions(recorder_policies)
        register_permissions(live_policies)
        register_permissions(analysis_policies)
        register_actions(audit_actions)

    def _register_jobs(self) -> None:
        from games.adjudication.jobs import ADJUDICATE_GAMES
        from games.archive.jobs import HAND_OVER_FREE_GAMES
        from games.confirmations.jobs import TELL_OF_WAITING_GAMES
        from games.positions.jobs import INDEX_POSITIONS, MERGE_POSITIONS
        from games.submissions.jobs import SPLIT_UPLOAD, VALIDATE_SLICE
        from jobs.kinds import register_kinds

        register_kinds(
            SPLIT_UPLOAD, VALIDATE_SLICE, ADJUDICATE_GAMES, HAND_OVER_FREE_GAMES, TELL_OF_WAITING_GAMES,
            INDEX_POSITIONS, MERGE_POSITIONS,
        )  # fmt: skip

    def _register_mails(self) -> None:
        from games.archive.selectors.games import OWN_GAMES
        from games.confirmations.jobs import GAMES_TO_CONFIRM_MAIL
        from players.accounts.services.mail import MAIL_KINDS

        MAIL_KINDS.register(GAMES_TO_CONFIRM_MAIL.key, GAMES_TO_CONFIRM_MAIL, order=230)
        MAIL_KINDS.register(OWN_GAMES.key, OWN_GAMES, order=240)

    def _register_personal_data(self) -> None:
        from games.analysis.selectors import export_analyses
        from games.archive.services.games import GAME_MERGE_STEPS
        from games.confirmations.selectors import export_confirmations
        from games.confirmations.services import CONFIRMATION_MERGE_STEP
        from games.recorder.selectors.drafts import export_recordings, export_setups
        from games.submissions.selectors.uploads import export_uploads
        from games.visibility.selectors import explain_hidden_games
        from players.accounts.jobs import EXPORT_PARTS
        from players.people.services.merge_steps import register_merge_steps
        from players.people.services.merges import DISCLOSURE_CHECKS

        EXPORT_PARTS.register("uploads", export_uploads, order=300)
        EXPORT_PARTS.register("confirmations_of_games", export_confirmations, order=310)
        EXPORT_PARTS.register("recordings", export_recordings, order=320)
        EXPORT_PARTS.register("setups", export_setups, order=330)
        EXPORT_PARTS.register("analyses", export_analyses, order=340)
        register_merge_steps(*GAME_MERGE_STEPS, CONFIRMATION_MERGE_STEP, order=200)
        DISCLOSURE_CHECKS.register("hidden games", explain_hidden_games)

    def _register_panels(self) -> None:
        from core.web.panels import HOME_PAGE
        from core.web.pending import PENDING
        from games.adjudication.presenters import pending_verdicts
        from games.archive.presenters import games_of_club, games_of_person, newest_games_panel
        from games.confirmations.presenters import pending_confirmations, waiting_games_panel
        from players.accounts.presenters import ACCOUNT_PAGE
        from players.clubs.presenters import CLUB_PAGE
        from players.people.presenters import PERSON_PAGE

        ACCOUNT_PAGE.register("confirmations", waiting_games_panel, order=300)
        PERSON_PAGE.register("games", games_of_person, order=300)
        CLUB_PAGE.register("games", games_of_club, order=300)
        HOME_PAGE.register("games", newest_games_panel, order=300)
        PENDING.register("verdicts", pending_verdicts, order=210)
        PENDING.register("confirmations", pending_confirmations, order=300)

    def _register_history(self) -> None:
        from audit.policies import HIDDEN_LINES, register_history
        from audit.presenters.fields import FieldDescription, describe_fields
        from games.models import AdjudicationState, Game, Visibility
        from games.policies import may_see_history_of_game
        from games.visibility.selectors import hidden_verdict_lines, visible_game_ids

        register_history(Game, may_see=may_see_history_of_game, visible_ids=visible_game_ids)
        HIDDEN_LINES.register("verdicts", hidden_verdict_lines)
        describe_fields(
            Game,
            {
                "wish": FieldDescription(_("requested"), dict(Visibility.choices)),
                "engine": FieldDescription(_("engine")),
                "ply": FieldDescription(_("ply")),
                "rule": FieldDescription(_("rule")),
                "state": FieldDescription(_("state"), dict(AdjudicationState.choices)),
            },
        )

    def _register_search(self) -> None:
        from core.search.sources import SOURCES
        from games.archive.selectors.search import GAME_SOURCE

        SOURCES.register("games", GAME_SOURCE, order=300)

    def _register_retention(self) -> None:
        from core.retention import RETENTION
        from games.retention import RULES

        for order, (name, rule) in enumerate(RULES.items(), start=300):
            RETENTION.register(name, rule, order=order)

    def _register_verification(self) -> None:
        from core.verification import VERIFICATIONS
        from games.archive.selectors.verification import ARCHIVE

        VERIFICATIONS.register("games", ARCHIVE, order=100)

    def _register_backups(self) -> None:
        from backups.contributions import AFTER_RESTORE, LEFT_OUT
        from games.positions.services.index import order_due_indexing

        for model in ("batch", "block", "order", "merge", "rebuild"):
            LEFT_OUT.register(
                f"games.position{model}", "the index of positions: it is made again from the games"
            )
        LEFT_OUT.register("games.indexedgame", "the games of the index of positions")
        AFTER_RESTORE.register("index of positions", order_due_indexing, order=300)
