"""Which free games could count, what was answered to them, and which wait for whose answer."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from engine.description import FROM_POSITION
from games.event_hooks import claimed_by_events
from games.models import (
    ConfirmationAnswer,
    ConfirmationSide,
    ConfirmationState,
    Game,
    GameConfirmation,
    GameResult,
    GameTermination,
    Visibility,
)
from games.policies import OFFICIAL_ROLES
from players.models import Membership, User
from players.policies import may_administer_site


def countable_games() -> QuerySet[Game]:
    """Free games that would count if they were confirmed, unless an event claims them."""
    now = timezone.now()
    everybody_sees = Q(visibility=Visibility.PUBLIC) | Q(
        visibility=Visibility.EMBARGOED, embargo_until__lte=now
    )
    return (
        Game.objects.filter(everybody_sees, first_person__isnull=False, second_person__isnull=False)
        .exclude(result=GameResult.OPEN)
        .exclude(setup=FROM_POSITION)
        # A draw by forfeit is nothing that could be rated.
        .exclude(termination=GameTermination.FORFEIT, result=GameResult.DRAW)
        .filter(date_to__lte=timezone.localdate())
        .annotate(first_month=TruncMonth("date_from"), last_month=TruncMonth("date_to"))
        .filter(first_month=F("last_month"))
    )


def is_countable(game: Game) -> bool:
    """Few queries."""
    return countable_games().filter(pk=game.pk).exists() and not claimed_by_events([game.pk])


def copies_of(game: Game) -> QuerySet[Game]:
    """The other games with the same moves, players and date, however they end."""
    return Game.objects.filter(duplicate_key=game.duplicate_key).exclude(pk=game.pk)


class Facts(NamedTuple):
    """What somebody answers to. An answer to other facts does not hold any more."""

    first_person: int | None
    second_person: int | None
    result: str
    termination: str
    played_on: date | None

    def __str__(self) -> str:
        """For a form, which says what was on the page."""
        return ".".join(str(value) for value in self)


def facts_of(game: Game) -> Facts:
    return Facts(game.first_person_id, game.second_person_id, game.result, game.termination, game.date_to)


class Answers(NamedTuple):
    """Those that hold."""

    first: GameConfirmation | None = None
    second: GameConfirmation | None = None
    official: GameConfirmation | None = None

    @property
    def of_players(self) -> list[GameConfirmation]:
        return [answer for answer in (self.first, self.second) if answer is not None]

    @property
    def by_both_players(self) -> bool:
        confirmed = [each for each in self.of_players if each.answer == ConfirmationAnswer.CONFIRMED]
        return len(confirmed) == len(Answers._fields) - 1

    @property
    def is_settled(self) -> bool:
        """Whether an official has decided about a dispute: players answer no more."""
        return self.official is not None and self.official.settles_dispute

    @property
    def state(self) -> ConfirmationState:
        refusals = [each for each in self.of_players if each.answer == ConfirmationAnswer.REFUSED]
        official = self.official
        if official is not None and (
            official.settles_dispute or all(each.answered_at < official.answered_at for each in refusals)
        ):
            agreed = official.answer == ConfirmationAnswer.CONFIRMED
            return ConfirmationState.CONFIRMED if agreed else ConfirmationState.REJECTED
        if refusals:
            return ConfirmationState.DISPUTED
        return ConfirmationState.CONFIRMED if self.by_both_players else ConfirmationState.WAITING


def answers_to(game: Game) -> Answers:
    """One query."""
    said = {
        answer.side: answer
        for answer in game.confirmations.select_related("answered_by", "club")
        if _facts_answered(answer) == facts_of(game)
    }
    return Answers(*(said.get(side) for side in ConfirmationSide.values))


def _facts_answered(answer: GameConfirmation) -> Facts:
    return Facts(
        answer.first_person_id, answer.second_person_id, answer.result, answer.termination, answer.played_on
    )


_HOLDS = Q(
    first_person=F("game__first_person"),
    second_person=F("game__second_person"),
    result=F("game__result"),
    termination=F("game__termination"),
    played_on=F("game__date_to"),
)


def games_waiting_for(account: User) -> QuerySet[Game]:
    """Games that the account's person played and has not answered to, the newest first."""
    answered = GameConfirmation.objects.filter(_HOLDS, game=OuterRef("pk"))
    first = Q(first_person__account=account) & ~Exists(answered.filter(side=ConfirmationSide.FIRST))
    second = Q(second_person__account=account) & ~Exists(answered.filter(side=ConfirmationSide.SECOND))
    waiting = Game.objects.filter(first | second, confirmation=ConfirmationState.WAITING)
    return waiting.select_related("club", "first_person", "second_person").order_by("-sort_date", "-pk")


def games_for_official(
    account: User, state: ConfirmationState, *, among: Sequence[int] | None = None
) -> QuerySet[Game]:
    """Games in this state that the account may decide about, the newest first: `may_decide` of each says yes.

    `among` these ids, if they are given.
    """
    games = Game.objects.filter(confirmation=state).exclude(
        Q(first_person__account=account) | Q(second_person__account=account)
    )
    if not may_administer_site(account):
        clubs = Membership.objects.filter(person__account=account, role__in=OFFICIAL_ROLES).values("club")
        shared = Membership.objects.filter(
            club__in=clubs,
            person=OuterRef("first_person"),
            club__memberships__person=OuterRef("second_person"),
        )
        games = games.filter(Exists(shared))
    if among is not None:
        games = games.filter(pk__in=among)
    return games.select_related("club", "first_person", "second_person").order_by("-sort_date", "-pk")


def is_official(account: User) -> bool:
    """Whether there is any club whose games the account may decide about. One query."""
    officials = Membership.objects.filter(person__account=account, role__in=OFFICIAL_ROLES)
    return may_administer_site(account) or officials.exists()


def export_confirmations(account: User) -> list[dict[str, Any]]:
    given = GameConfirmation.objects.filter(answered_by=account).select_related("game").order_by("pk")
    return [
        {
            "game": str(answer.game),
            "as": answer.side,
            "answer": answer.answer,
            "reason": answer.reason,
            "answered_at": answer.answered_at.isoformat(),
        }
        for answer in given
    ]
