from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("players")

    def ready(self) -> None:
        from players.session_store import remember_device

        user_logged_in.connect(remember_device)
        self._register_jobs()
        self._register_mails()
        self._register_data_export()
        self._register_account_deletion()
        self._register_merges()
        self._register_page_sections()
        self._register_histories()
        self._register_search()

    def _register_jobs(self) -> None:
        from jobs.kinds import register_kind
        from players.accounts.jobs import EXPORT_DATA
        from players.clubs.jobs import ENTER_PEOPLE, READ_PEOPLE
        from players.rating_lists.jobs import RECOMPUTE

        for kind in (EXPORT_DATA, READ_PEOPLE, ENTER_PEOPLE, RECOMPUTE):
            register_kind(kind)

    def _register_mails(self) -> None:
        from players.accounts.services.mail import NEW_DEVICE_MAIL, SECURITY_MAIL, register_mail_kind
        from players.clubs.services.mail import JOIN_ANSWER_MAIL, JOIN_REQUEST_MAIL

        for kind in (SECURITY_MAIL, NEW_DEVICE_MAIL, JOIN_REQUEST_MAIL, JOIN_ANSWER_MAIL):
            register_mail_kind(kind)

    def _register_data_export(self) -> None:
        from players.accounts import jobs
        from players.accounts.services.mail import mail_choices_of
        from players.clubs.selectors.clubs import export_join_requests
        from players.people.selectors.people import export_memberships, export_person
        from players.rating_lists.selectors.lists import export_rated_results, export_ratings

        jobs.register_export_part("account", jobs.export_account)
        jobs.register_export_part("mails", mail_choices_of)
        jobs.register_export_part("second_factor", jobs.export_second_factor)
        jobs.register_export_part("sessions", jobs.export_sessions)
        jobs.register_export_part("requests_to_join_clubs", export_join_requests)
        jobs.register_export_part("person", export_person)
        jobs.register_export_part("memberships", export_memberships)
        jobs.register_export_part("rated_results", export_rated_results)
        jobs.register_export_part("ratings", export_ratings)
        jobs.register_export_part("api_tokens", jobs.export_tokens)

    def _register_account_deletion(self) -> None:
        from players.accounts.services.accounts import register_deletion_step
        from players.clubs.services.members import CLUB_DELETION_STEP
        from players.people.services.account_deletion import PERSON_DELETION_STEP

        # The clubs come first: whoever leaves them has to be a person with an account still.
        register_deletion_step(CLUB_DELETION_STEP)
        register_deletion_step(PERSON_DELETION_STEP)

    def _register_merges(self) -> None:
        from players.people.services.merges import register_merge_steps
        from players.rating_lists.services.results import register_rating_merge_steps

        register_merge_steps()
        register_rating_merge_steps()

    def _register_page_sections(self) -> None:
        from players.clubs.presenters import CLUB_PAGE, club_history_section, members_section
        from players.people.presenters import PERSON_PAGE, merges_section, person_history_section
        from players.rating_lists.presenters.performance import club_ratings_section, person_ratings_section

        PERSON_PAGE.register("ratings", person_ratings_section, order=400)
        PERSON_PAGE.register("merges", merges_section, order=880)
        PERSON_PAGE.register("history", person_history_section, order=900)
        CLUB_PAGE.register("members", members_section, order=100)
        CLUB_PAGE.register("ratings", club_ratings_section, order=400)
        CLUB_PAGE.register("history", club_history_section, order=900)

    def _register_histories(self) -> None:
        from audit.policies import register_history
        from audit.presenters.fields import describe_field
        from players.clubs.policies import may_see_history_of_club
        from players.models import Club, ClubInvitation, Person, Role
        from players.people.policies import may_see_history_of_person

        register_history(Person, may_see_history_of_person)
        register_history(Club, may_see_history_of_club)
        # Lines about members are about the person, whose model has no role.
        describe_field(Person, "role", label=_("role in the club"), values=dict(Role.choices))
        describe_field(ClubInvitation, "role", label=_("role in the club"), values=dict(Role.choices))

    def _register_search(self) -> None:
        from core.search.sources import SOURCES
        from players.clubs.selectors.clubs import CLUB_SOURCE
        from players.people.selectors.search import PEOPLE_SOURCE

        SOURCES.register(PEOPLE_SOURCE)
        SOURCES.register(CLUB_SOURCE)
