from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        self._connect_signals()
        self._register_permissions_and_actions()
        self._register_jobs_and_mails()
        self._register_event_hooks()
        self._register_personal_data()
        self._register_panels()
        self._register_history()
        self._register_search()
        self._register_backups()
        self._register_retention()
        self._register_verification()

    def _connect_signals(self) -> None:
        from games.signals import games_arrived, verdict_decided
        from players.clubs.signals import role_given
        from players.people.signals import person_forgotten
        from tournaments.entries.signals import entry_returned, entry_withdrawn
        from tournaments.events.receivers import log_new_judge
        from tournaments.personal_data import forget_notes
        from tournaments.results.receivers import link_new_games, recheck_result
        from tournaments.rounds.receivers import forfeit_coming_boards, give_boards_back

        games_arrived.connect(link_new_games)
        verdict_decided.connect(recheck_result)
        person_forgotten.connect(forget_notes)
        role_given.connect(log_new_judge)
        entry_withdrawn.connect(forfeit_coming_boards)
        entry_returned.connect(give_boards_back)

    def _register_permissions_and_actions(self) -> None:
        from audit.actions import register_actions
        from core.permissions.register import register_permissions
        from tournaments import audit_actions, policies

        register_permissions(policies)
        register_actions(audit_actions)

    def _register_jobs_and_mails(self) -> None:
        from core.monitoring.metrics import register_metrics
        from jobs.kinds import register_kinds
        from players.accounts.services.mail import MAIL_KINDS
        from tournaments.entries.services.mail import ENTRY_MAILS
        from tournaments.event_files.jobs import IMPORT_EVENT_FILE, READ_EVENT_FILE
        from tournaments.results.services.mail import CONFIRMATION_MAILS, DECISION_MAILS
        from tournaments.results.services.submissions import RECORD_REMINDERS
        from tournaments.rounds.jobs import PAIR_ROUND
        from tournaments.rounds.services.mail import PAIRING_MAILS
        from tournaments.rounds.services.pairing import PAIRING_SECONDS

        register_kinds(PAIR_ROUND, READ_EVENT_FILE, IMPORT_EVENT_FILE)
        register_metrics(PAIRING_SECONDS)
        MAIL_KINDS.register(ENTRY_MAILS.key, ENTRY_MAILS, order=210)
        MAIL_KINDS.register(PAIRING_MAILS.key, PAIRING_MAILS, order=212)
        MAIL_KINDS.register(CONFIRMATION_MAILS.key, CONFIRMATION_MAILS, order=214)
        MAIL_KINDS.register(DECISION_MAILS.key, DECISION_MAILS, order=216)
        MAIL_KINDS.register(RECORD_REMINDERS.key, RECORD_REMINDERS, order=220)

    def _register_event_hooks(self) -> None:
        from games.event_hooks import EVENT_HOOKS, EventHooks
        from players.seats import EVENT_ARBITERS
        from tournaments import policies
        from tournaments.event_records import ratings_of_players, required_visibility
        from tournaments.results.receivers import claim_event_games, find_target_boards, find_upload_target
        from tournaments.results.services.recordings import find_board_to_record, find_boards_to_record

        EVENT_ARBITERS.register("tournaments", policies.is_event_arbiter)
        hooks = EventHooks(
            judged_by=policies.games_judged_by,
            with_named_arbiters=policies.games_with_named_arbiters,
            of_event=policies.games_of_visible_event,
            named=policies.visible_event_link,
            visibility_now=required_visibility,
            claimed=claim_event_games,
            purpose_of=find_upload_target,
            boards_of=find_target_boards,
            board_to_record=find_board_to_record,
            boards_to_record=find_boards_to_record,
            ratings_of=ratings_of_players,
        )
        EVENT_HOOKS.register("tournaments", hooks)

    def _register_personal_data(self) -> None:
        from players.accounts.jobs import EXPORT_PARTS
        from players.people.services.merge_steps import register_merge_steps
        from tournaments.personal_data import (
            ARBITER_MERGE_STEP,
            ENTRY_MERGE_STEP,
            export_entries,
            export_text_records,
        )

        EXPORT_PARTS.register("entries_in_events", export_entries, order=200)
        EXPORT_PARTS.register("records_kept_as_text", export_text_records, order=210)
        register_merge_steps(ENTRY_MERGE_STEP, ARBITER_MERGE_STEP, order=100)

    def _register_panels(self) -> None:
        from core.web.panels import HOME_PAGE
        from core.web.pending import PENDING
        from players.clubs.presenters import CLUB_PAGE
        from players.people.presenters import PERSON_PAGE
        from tournaments.entries.presenters import own_entry_panel
        from tournaments.event_files.presenters import origin_panel
        from tournaments.events.presenters.event_page import (
            best_games_panel,
            field_panel,
            news_panel,
            outcome_panel,
            standing_panel,
        )
        from tournaments.events.presenters.front_page import coming_events, running_events
        from tournaments.events.presenters.listings import club_events, person_events
        from tournaments.live.presenters import live_panel
        from tournaments.presenters import EVENT_PAGE
        from tournaments.results.presenters import (
            decisions_panel,
            event_board_panel,
            games_panel,
            home_board_panel,
            pending_decisions,
        )

        CLUB_PAGE.register("events", club_events, order=200)
        PERSON_PAGE.register("tournaments", person_events, order=200)
        EVENT_PAGE.register("my-board", event_board_panel, order=20)
        EVENT_PAGE.register("decisions", decisions_panel, order=50)
        EVENT_PAGE.register("own-entry", own_entry_panel, order=100)
        EVENT_PAGE.register("news", news_panel, order=30)
        EVENT_PAGE.register("outcome", outcome_panel, order=110)
        EVENT_PAGE.register("standing", standing_panel, order=120)
        EVENT_PAGE.register("field", field_panel, order=130)
        EVENT_PAGE.register("live", live_panel, order=150)
        EVENT_PAGE.register("best-games", best_games_panel, order=790)
        EVENT_PAGE.register("games", games_panel, order=800)
        EVENT_PAGE.register("origin", origin_panel, order=850)
        HOME_PAGE.register("my-boards", home_board_panel, order=20)
        HOME_PAGE.register("on-now", running_events, order=200)
        HOME_PAGE.register("coming", coming_events, order=210)
        PENDING.register("decisions", pending_decisions, order=200)

    def _register_history(self) -> None:
        from audit.policies import register_history
        from audit.presenters.fields import describe_fields
        from tournaments.history import LOG_FIELDS
        from tournaments.models import Event
        from tournaments.policies import may_see_event_log

        register_history(Event, may_see=may_see_event_log)
        describe_fields(Event, LOG_FIELDS)

    def _register_search(self) -> None:
        from core.search.sources import SOURCES
        from tournaments.events.presenters.listings import EVENT_SOURCE

        SOURCES.register("events", EVENT_SOURCE, order=200)

    def _register_backups(self) -> None:
        from backups.contributions import AFTER_RESTORE
        from tournaments.locking import skip_change_numbers

        AFTER_RESTORE.register("change numbers of events", skip_change_numbers)

    def _register_retention(self) -> None:
        from core.retention import RETENTION
        from tournaments.retention import OLD_ORDERS

        RETENTION.register("pairing-orders", OLD_ORDERS, order=400)

    def _register_verification(self) -> None:
        from core.verification import VERIFICATIONS
        from tournaments.verification import EVENTS

        VERIFICATIONS.register("events", EVENTS, order=200)
