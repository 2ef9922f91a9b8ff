"""Looks after each step whether attackers have gained or changed something that nobody granted."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.http import HttpResponse, StreamingHttpResponse

from core.permissions.register import Seat
from engine.stratego import Kind
from games.models import Adjudication, Game, GameText, Recording, RecordingSeat, RecordingStep, Upload
from games.policies import is_withheld, may_see_all_of_game
from players.models import Club, ListedRating, Membership, Person, Role, User
from players.people.policies import rights_towards_people
from players.seats import seats_in_club, seats_in_event, seats_on_site, seats_towards_people
from tests.security.grants import Grants
from tests.security.world import ATTACKERS, UNLISTED, World
from tournaments.models import Entry, Event, EventArbiter, EventFile, LooseRecord, Pairing, Round, Section

# They grow with what anybody does in an event, as entering oneself.
_COUNTERS = {"change_number", "changed_at", "version", "search_text", "adjudicated_with", "last_login"}
# Apart from the other columns: a profile that is given takes its games along.
_PLAYERS = "Players of game"
_SEATS_OF_GAMES = ("first_person_id", "second_person_id")
_YEARS = {1931: "Petra Puck", 1987: "Mia Maus", 1923: UNLISTED}

# The moves of the hidden game have shown these to everybody.
_SHOWN = {"red": {"scout", "sergeant"}, "blue": {"captain", "sergeant", "bomb"}}

Rows = dict[str, tuple[Any, ...]]


class Violation(AssertionError):
    """Attackers have what nobody granted, or changed what is not theirs. The sentence says what."""


class Watch:
    def __init__(self, world: World) -> None:
        self.world = world
        self.grants = Grants(world)
        self._secrets = world.secrets()
        self._sight: tuple[Any, ...] = ()
        self._rows = self._rows_of_others()

    def after_attack(self) -> None:
        findings = [*self._seats(), *self._private_values(), *self._hidden_pieces(), *self._changes()]
        if findings:
            raise Violation("\n".join(findings))

    def after_honest_step(self) -> None:
        """What honest people change is what counts from now on."""
        findings = [*self._seats(), *self._private_values(), *self._hidden_pieces()]
        self._rows = self._rows_of_others()
        if findings:
            raise Violation("\n".join(findings))

    def read(self, name: str, response: HttpResponse | StreamingHttpResponse) -> bytes:
        """What the attacker is sent. A page that breaks is a finding as well."""
        data = response.getvalue()
        where = f"{response.request['REQUEST_METHOD']} {response.request['PATH_INFO']}"  # type: ignore[union-attr]
        if response.status_code >= 500:
            raise Violation(f"{where} answers {name} with {response.status_code}")
        text = data.decode("utf-8", "replace")
        self.read_text(name, text, where)
        if f"/games/{self.world.hidden_game.pk}/" in where and not self.grants.has_arbiter(
            self.world.lapwing
        ):
            for piece in _pieces_in(text):
                raise Violation(f"{where} shows {name} a hidden piece, the {piece}")
        granted = any("Mia Maus" in given for given in self.grants.profiles.values())
        if data in self.world.photo.values() and not granted:
            raise Violation(f"{where} shows {name} a photo that only Mia Maus may see")
        return data

    def read_text(self, name: str, text: str, where: str) -> None:
        for secret in self._secrets:
            if (
                secret.text in text
                and _stands_alone(secret.text, text)
                and not self._may_read(name, secret.about)
            ):
                raise Violation(f"{where} tells {name} {secret.about}")

    def rows_of_everybody(self) -> Rows:
        """For those who administer the site: what they change has to be in the history."""
        models = (User, Person, Club, Membership, Event, Section, Entry, Round, Pairing, Game, Adjudication)
        rows: Rows = {}
        for model in models:
            rows |= _rows(model, model._default_manager.all())
        return rows

    def _may_read(self, name: str, about: str) -> bool:
        lapwing = self.world.lapwing
        if "hidden pieces" in about or "private game" in about:
            return self.grants.has_arbiter(lapwing)
        if UNLISTED in about or "unlisted" in about:
            return self.grants.has_member(name, lapwing)
        if "a draft" in about:
            return self.grants.has_arbiter(lapwing)  # who may send the record of the board goes on with it
        # Organisers decide for people without an account who may see their year of birth.
        return "Petra Puck" in about and self.grants.has_organiser(lapwing)

    def _accounts(self) -> Iterator[tuple[str, User]]:
        for name in ATTACKERS:
            # As a new request would find it: rows remember what was asked of them.
            account = User.objects.filter(pk=self.world.accounts[name].pk).first()
            if account is not None:
                yield name, account

    def _seats(self) -> Iterator[str]:
        people = list(Person.objects.filter(pk__in=[person.pk for person in self.world.honest_people]))
        clubs = self.grants.clubs_of(people)
        for name, account in self._accounts():
            if Seat.SITE_ADMINISTRATOR in seats_on_site(account):
                yield f"{name} administers the site"
            for club in self.world.honest_clubs:
                gained = seats_in_club(account, club) - self.grants.seats_in_club(name, club)
                yield from (f"{name} is {seat} of {club}" for seat in sorted(gained))
            for event in self.world.events:
                gained = seats_in_event(account, event, club=event.club)
                gained -= self.grants.seats_in_event(name, event.club)
                yield from (f"{name} is {seat} of {event}" for seat in sorted(gained))
            gained_towards = seats_towards_people(account, people)
            for person in people:
                gained = gained_towards[person.pk] - self.grants.seats_towards_person(name, person, clubs)
                yield from (f"{name} is {seat} towards {person}" for seat in sorted(gained))

    def _private_values(self) -> Iterator[str]:
        unlisted = self.world.people[UNLISTED]
        private = Q(year_of_birth__in=_YEARS) | Q(photo=self.world.photo_key) | Q(pk=unlisted.pk)
        people = list(Person.objects.filter(private))
        for name, account in self._accounts():
            rights = rights_towards_people(account, people)
            for person in people:
                owner = _YEARS.get(person.year_of_birth or 0, "")
                may = owner and owner != UNLISTED and self._may_read(name, f"the year of birth of {owner}")
                if owner and rights[person.pk].see_year_of_birth and not may:
                    yield f"{name} sees in the profile {person} when {owner} was born"
                if person.photo == self.world.photo_key and rights[person.pk].see_photo:
                    yield f"{name} sees the photo of Mia Maus"
                is_unlisted = person.pk == unlisted.pk
                if is_unlisted and rights[person.pk].see and not self._may_read(name, "an unlisted person"):
                    yield f"{name} sees an unlisted person"

    def _hidden_pieces(self) -> Iterator[str]:
        if self.grants.has_arbiter(self.world.lapwing):
            return
        known = self._what_sight_depends_on()
        if known == self._sight:
            return  # as it was when it was asked last: the question is a long one
        self._sight = known
        games = Game.objects.select_related("club", "first_person", "second_person").filter(
            pk__in=[self.world.hidden_game.pk, self.world.private_game.pk]
        )
        for game in games:
            if not is_withheld(game):
                yield f"{game} is open to everybody"
            for name, account in self._accounts():
                if may_see_all_of_game(account, game):
                    yield f"{name} sees all of {game}, which is withheld"

    def _what_sight_depends_on(self) -> tuple[Any, ...]:
        accounts = [self.world.accounts[name].pk for name in ATTACKERS]
        games = (self.world.hidden_game.pk, self.world.private_game.pk)
        return (
            _rows(Game, Game.objects.filter(pk__in=games)),
            _rows(Membership, Membership.objects.filter(person__account__in=accounts)),
            list(EventArbiter.objects.order_by("pk").values_list("pk", "event", "person", "person__account")),
            list(Person.objects.filter(account__in=accounts).order_by("pk").values_list("pk", "account")),
            Upload.objects.count(),
            LooseRecord.objects.count(),
        )

    def _changes(self) -> Iterator[str]:
        now, went = self._rows_of_others(), self.grants.where_profiles_went()
        for key in sorted(self._rows.keys() | now.keys()):
            before, after = self._rows.get(key), now.get(key)
            if before and key.startswith(_PLAYERS):
                before = tuple(went.get(person, person) for person in before)
            if before != after:
                yield f"{key} was {before} and is {after}"
        self._rows = now

    def _rows_of_others(self) -> Rows:
        """By a name for readers. What attackers may change by now is left out."""
        honest = [person.pk for person in self.world.honest_people]
        rows = _rows(Person, Person.objects.filter(pk__in=self._untouchable_people()))
        rows |= _rows(Club, Club.objects.filter(pk__in=self._clubs(self.grants.has_organiser)))
        members = Membership.objects.filter(person__in=honest, club__in=self.world.honest_clubs)
        strangers = Q(club__in=self._clubs(self.grants.has_organiser))
        kept = Q(person__in=self._untouchable_people())
        owners = Q(role=Role.OWNER, person__account__isnull=False)
        rows |= _rows(Membership, members.filter(strangers & kept | owners), "role", "person")
        rows |= self._rows_of_events()
        rows |= self._rows_of_ratings()
        attackers = [self.world.accounts[name].pk for name in ATTACKERS]
        files = EventFile.objects.exclude(uploaded_by__in=attackers).filter(uploaded_by__isnull=False)
        rows |= _rows(EventFile, files, "club", "uploaded_by", "size", "state", "confirmed")
        return rows | self._rows_of_drafts(attackers)

    def _rows_of_drafts(self, attackers: list[int]) -> Rows:
        drafts = Recording.objects.exclude(account__in=attackers)
        if self.grants.has_arbiter(self.world.lapwing):
            drafts = drafts.filter(Q(meant_for="") | Q(kind="stratego"))  # others they may go on with
        seats = RecordingSeat.objects.exclude(account__in=attackers)
        return (
            _rows(RecordingSeat, seats)
            | _rows(Recording, drafts)
            | _rows(RecordingStep, RecordingStep.objects.filter(recording__in=drafts))
        )

    def _untouchable_people(self) -> list[int]:
        organised = [club.pk for club in self.world.honest_clubs if self.grants.has_organiser(club)]
        members = set[int]().union(*(self.world.members[club] for club in organised))
        return [
            person.pk
            for person in self.world.honest_people
            if not self.grants.concerns(person) and person.pk not in members
        ]

    def _clubs(self, opened: Any) -> list[int]:
        return [club.pk for club in self.world.honest_clubs if not opened(club)]

    def _rows_of_events(self) -> Rows:
        clubs = self._clubs(self.grants.has_arbiter)
        honest = [person.pk for person in self.world.honest_people if not self.grants.concerns(person)]
        rows = _rows(Event, Event.objects.filter(club__in=clubs))
        rows |= _rows(EventArbiter, EventArbiter.objects.filter(event__club__in=clubs))
        rows |= _rows(Section, Section.objects.filter(event__club__in=clubs))
        rows |= _rows(Entry, Entry.objects.filter(section__event__club__in=clubs, person__in=honest))
        rows |= _rows(Round, Round.objects.filter(section__event__club__in=clubs))
        boards = Pairing.objects.filter(
            round__section__event__club__in=clubs, first__person__in=honest, second__person__in=honest
        )
        rows |= _rows(Pairing, boards)
        games = Game.objects.filter(club__in=clubs).exclude(
            submitted_by__in=[self.world.accounts[name] for name in ATTACKERS]
        )
        rows |= _rows(Game, games, *_names(Game, without=_SEATS_OF_GAMES))
        rows |= {
            f"{_PLAYERS} {pk}": tuple(people) for pk, *people in games.values_list("pk", *_SEATS_OF_GAMES)
        }
        rows |= _rows(GameText, GameText.objects.filter(game__in=games))
        return rows | _rows(Adjudication, Adjudication.objects.filter(game__in=games))

    def _rows_of_ratings(self) -> Rows:
        """Who was given a profile answers for its games, and who referees an event for its results."""
        if self.grants.has_profile() or any(map(self.grants.has_arbiter, self.world.honest_clubs)):
            return {}
        listed = ListedRating.objects.filter(pool__in=self.world.pools, until_version=None)
        return {
            f"{row.player} in the list {row.pool}": (row.rating, row.deviation, row.games)
            for row in listed.select_related("player", "pool").order_by("pk")
        }


def _rows(model: type[Model], rows: QuerySet[Any], *columns: str) -> Rows:
    names: Iterable[str] = columns or _names(model)
    return {
        f"{model.__name__} {values[0]}": values[1:]
        for values in rows.order_by("pk").values_list("pk", *names)
    }


def _names(model: type[Model], *, without: Collection[str] = ()) -> list[str]:
    names = [field.attname for field in model._meta.concrete_fields if field.name not in _COUNTERS]
    return [name for name in names if name not in without]


def _stands_alone(secret: str, text: str) -> bool:
    """A year may happen to stand in a longer number or token."""
    return re.search(rf"(?<![\w.-]){re.escape(secret)}(?![\w-])", text) is not None


def _pieces_in(text: str) -> Iterator[str]:
    """Of those that the moves have not shown. Pages have a sheet of all symbols, which tells nothing."""
    body = re.sub(r'<svg [^>]*class="symbol-sheet".*?</svg>|<option .*?</option>', "", text, flags=re.DOTALL)
    for side, shown in _SHOWN.items():
        for kind in Kind:
            if str(kind) not in shown and re.search(rf"\b{side}-{kind}\b", body):
                yield f"{side} {kind}"
