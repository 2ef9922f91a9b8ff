from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_delete
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("players")

    def ready(self) -> None:
        self._connect_signals()
        self._register_permissions_and_actions()
        self._register_games()
        self._register_jobs()
        self._register_mails()
        self._register_data_export()
        self._register_account_deletion()
        self._register_merges()
        self._register_panels()
        self._register_histories()
        self._register_search()
        self._register_backups()
        self._register_retention()
        self._register_verification()

    def _connect_signals(self) -> None:
        from jobs.signals import retried_by_hand
        from players.accounts.receivers import delete_export_file, record_retry
        from players.accounts.services.sign_in_limits import count_failed_sign_in
        from players.accounts.signals import sessions_ended
        from players.clubs.signals import people_entered, recognition_changed
        from players.notifications import receivers as notifications
        from players.rating_lists.receivers import give_imported_ratings, recompute_lists_across_clubs
        from players.session_store import remember_device

        user_logged_in.connect(remember_device)
        user_logged_in.connect(notifications.forget_browser_of_others)
        user_logged_out.connect(notifications.forget_browser)
        sessions_ended.connect(notifications.forget_browsers_of_sessions)
        user_login_failed.connect(count_failed_sign_in)
        people_entered.connect(give_imported_ratings)
        recognition_changed.connect(recompute_lists_across_clubs)
        retried_by_hand.connect(record_retry)
        post_delete.connect(delete_export_file, sender="players.DataExport")

    def _register_permissions_and_actions(self) -> None:
        from audit.actions import register_actions
        from core.permissions.register import register_permissions
        from players import audit_actions, policies
        from players.accounts import policies as account_policies
        from players.club_games import policies as game_policies
        from players.clubs import policies as club_policies
        from players.people import policies as person_policies
        from players.rating_lists import policies as rating_policies

        for module in (
            policies, account_policies, person_policies, club_policies, game_policies, rating_policies,
        ):  # fmt: skip
            register_permissions(module)
        register_actions(audit_actions)

    def _register_games(self) -> None:
        from core.game_types import UNREFEREED_GAMES
        from players.club_games.selectors import find_description

        UNREFEREED_GAMES.register("clubs", find_description)

    def _register_jobs(self) -> None:
        from jobs.kinds import register_kinds
        from players.accounts.jobs import EXPORT_DATA
        from players.clubs.jobs import ENTER_PEOPLE, READ_PEOPLE
        from players.notifications.jobs import DELIVER_PUSH
        from players.rating_lists.jobs import RECOMPUTE

        register_kinds(EXPORT_DATA, READ_PEOPLE, ENTER_PEOPLE, RECOMPUTE, DELIVER_PUSH)

    def _register_mails(self) -> None:
        from players.accounts.services.mail import MAIL_KINDS, NEW_DEVICE_MAIL, SECURITY_MAIL
        from players.clubs.services.mail import JOIN_ANSWER_MAIL, JOIN_REQUEST_MAIL, OFFER_MAIL
        from players.people.services.hand_over import ROLE_MAIL

        MAIL_KINDS.register(SECURITY_MAIL.key, SECURITY_MAIL, order=110)
        MAIL_KINDS.register(NEW_DEVICE_MAIL.key, NEW_DEVICE_MAIL, order=120)
        MAIL_KINDS.register(JOIN_REQUEST_MAIL.key, JOIN_REQUEST_MAIL, order=310)
        MAIL_KINDS.register(JOIN_ANSWER_MAIL.key, JOIN_ANSWER_MAIL, order=320)
        MAIL_KINDS.register(OFFER_MAIL.key, OFFER_MAIL, order=330)
        MAIL_KINDS.register(ROLE_MAIL.key, ROLE_MAIL, order=340)

    def _register_data_export(self) -> None:
        from players.accounts import jobs
        from players.accounts.jobs import EXPORT_PARTS
        from players.accounts.services.mail import mail_choices_of
        from players.clubs.selectors.clubs import export_join_requests
        from players.clubs.selectors.offers import export_offers
        from players.notifications.selectors import export_notifications
        from players.people.selectors.people import export_memberships, export_person
        from players.rating_lists.selectors.lists import export_rated_results, export_ratings

        EXPORT_PARTS.register("account", jobs.export_account, order=110)
        EXPORT_PARTS.register("mails", mail_choices_of, order=120)
        EXPORT_PARTS.register("notifications", export_notifications, order=125)
        EXPORT_PARTS.register("second_factor", jobs.export_second_factor, order=130)
        EXPORT_PARTS.register("connected_accounts", jobs.export_connected_accounts, order=135)
        EXPORT_PARTS.register("sessions", jobs.export_sessions, order=140)
        EXPORT_PARTS.register("requests_to_join_clubs", export_join_requests, order=410)
        EXPORT_PARTS.register("membership_offers", export_offers, order=415)
        EXPORT_PARTS.register("person", export_person, order=420)
        EXPORT_PARTS.register("memberships", export_memberships, order=430)
        EXPORT_PARTS.register("rated_results", export_rated_results, order=440)
        EXPORT_PARTS.register("ratings", export_ratings, order=450)
        EXPORT_PARTS.register("api_tokens", jobs.export_tokens, order=460)

    def _register_account_deletion(self) -> None:
        from players.accounts.services.accounts import DELETION_STEPS
        from players.clubs.services.members import CLUB_DELETION_STEP
        from players.people.services.account_deletion import PERSON_DELETION_STEP

        # The clubs come first: who leaves them has to be a person with an account still.
        DELETION_STEPS.register("clubs", CLUB_DELETION_STEP, order=100)
        DELETION_STEPS.register("people", PERSON_DELETION_STEP, order=200)

    def _register_merges(self) -> None:
        from players.people.services.merge_steps import register_merge_steps
        from players.people.services.merges import PEOPLE_MERGE_STEPS
        from players.rating_lists.services.results import RATING_MERGE_STEPS
        from players.rating_lists.services.starting_ratings import STARTING_RATING_MERGE_STEP

        register_merge_steps(*PEOPLE_MERGE_STEPS, order=300)
        register_merge_steps(*RATING_MERGE_STEPS, STARTING_RATING_MERGE_STEP, order=400)

    def _register_panels(self) -> None:
        from core.web.pending import PENDING
        from players.clubs.presenters import CLUB_PAGE, club_history_panel, members_panel, pending_members
        from players.people.presenters import PERSON_PAGE, merges_panel, pending_claims, person_history_panel
        from players.rating_lists.presenters.performance import club_ratings_panel, person_ratings_panel

        PERSON_PAGE.register("ratings", person_ratings_panel, order=400)
        PERSON_PAGE.register("merges", merges_panel, order=880)
        PERSON_PAGE.register("history", person_history_panel, order=900)
        CLUB_PAGE.register("members", members_panel, order=100)
        CLUB_PAGE.register("ratings", club_ratings_panel, order=400)
        CLUB_PAGE.register("history", club_history_panel, order=900)
        PENDING.register("members", pending_members, order=100)
        PENDING.register("claims", pending_claims, order=110)

    def _register_histories(self) -> None:
        from audit.policies import register_history
        from audit.presenters.fields import FieldDescription, describe_fields
        from players.clubs.policies import may_see_history_of_club
        from players.models import Club, ClubInvitation, Person, ResultSource, Role
        from players.people.policies import may_see_history_of_person

        register_history(Person, may_see=may_see_history_of_person)
        register_history(Club, may_see=may_see_history_of_club)
        # Lines about members are about the person, whose model has no role.
        role = FieldDescription(_("role in the club"), dict(Role.choices))
        describe_fields(
            Person,
            {
                "role": role,
                "photo": FieldDescription(_("photo")),
                "profile": FieldDescription(_("profile")),
                "pool": FieldDescription(_("rating list")),
                "rating": FieldDescription(_("rating")),
                "date": FieldDescription(_("date")),
                "source": FieldDescription(_("where it comes from")),
            },
        )
        describe_fields(
            Club,
            {
                "game": FieldDescription(_("game")),
                "first_side": FieldDescription(_("side that moves first")),
                "second_side": FieldDescription(_("the other side")),
                "has_draws": FieldDescription(_("can be drawn")),
            },
        )
        describe_fields(ResultSource, {"games": FieldDescription(_("results handed over"))})
        describe_fields(ClubInvitation, {"role": role})

    def _register_search(self) -> None:
        from core.search.sources import SOURCES
        from players.clubs.selectors.clubs import CLUB_SOURCE
        from players.people.selectors.search import PEOPLE_SOURCE

        SOURCES.register("people", PEOPLE_SOURCE, order=100)
        SOURCES.register("clubs", CLUB_SOURCE, order=150)

    def _register_backups(self) -> None:
        from backups.contributions import LEFT_OUT

        LEFT_OUT.register("players.accountsession", "sessions: everybody signs in again")

    def _register_retention(self) -> None:
        from core.retention import RETENTION
        from players.retention import RULES

        for order, (name, rule) in enumerate(RULES.items(), start=200):
            RETENTION.register(name, rule, order=order)

    def _register_verification(self) -> None:
        from core.verification import VERIFICATIONS
        from players.rating_lists.selectors.verification import RATINGS

        VERIFICATIONS.register("ratings", RATINGS, order=300)
