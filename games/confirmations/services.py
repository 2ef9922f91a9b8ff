"""Answer to a free game as one of its players, or as an official for both.

All of them lock the game's row first: two who answer at the same moment come one after the other. An answer names what
it was given to, and does not hold any more when the game says something else.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Conflict, Refused
from games.audit_actions import CONFIRMED_BY_OFFICIAL, CONFIRMED_BY_PLAYER, DISPUTE_DECIDED, REFUSED_BY_PLAYER
from games.confirmations.policies import confirming_club
from games.confirmations.selectors import Answers, answers_to, countable_games, facts_of, is_countable
from games.event_hooks import claimed_by_events
from games.models import (
    ConfirmationAnswer,
    ConfirmationMail,
    ConfirmationSide,
    ConfirmationState,
    Game,
    GameConfirmation,
)
from games.models.confirmation import MAX_ANSWER_REASON_LENGTH
from games.policies import may_decide, side_of
from games.signals import games_changed
from jobs.models import WorkState
from players.models import Club, Person, User
from players.people.services.merge_steps import MergeStep, MovedRows

# Records come by the dozen: one mail tells of all of them, and at most one a day.
MAIL_DELAY: Final = timedelta(hours=1)
TIME_BETWEEN_MAILS: Final = timedelta(days=1)


@transaction.atomic
def answer_as_player(
    *, actor: User, game: Game, answer: ConfirmationAnswer, reason: str = "", seen: str = ""
) -> Game:
    """A player says that the game was played like this, or that it was not. The same again changes nothing.

    `seen` is what the player had before their eyes (`Facts` as text): if the game says something else by now, they
    should look again.
    """
    current = _lock(game)
    side = side_of(actor, current)
    if side is None:
        raise Refused(_("Only the two players can do this."))
    answers = _answers_to_countable(current, seen)
    if answers.is_settled:
        raise Refused(_("An arbiter has decided about this game already."))
    own = answers.first if side == ConfirmationSide.FIRST else answers.second
    if own is not None and own.answer == answer and own.reason == _clean(reason):
        return current
    _save_answer(current, side, answer, actor, reason=_clean(reason))
    action = CONFIRMED_BY_PLAYER if answer == ConfirmationAnswer.CONFIRMED else REFUSED_BY_PLAYER
    _record(actor, action, current, reason=_clean(reason))
    return current


@transaction.atomic
def confirm_for_both(*, actor: User, game: Game, seen: str = "") -> Game:
    """An official of a club to which both players belong says that the game was played like this."""
    current = _lock(game)
    _refuse_unless_official(actor, current)
    answers = _answers_to_countable(current, seen)
    if answers.state == ConfirmationState.DISPUTED:
        raise Refused(_("A player has refused this game. Please decide about it, with a reason."))
    club = confirming_club(actor, current)
    if answers.is_settled or (answers.official is not None and not _is_better(club, answers.official.club)):
        return current
    _save_answer(current, ConfirmationSide.OFFICIAL, ConfirmationAnswer.CONFIRMED, actor, club=club)
    _record(actor, CONFIRMED_BY_OFFICIAL, current)
    return current


@transaction.atomic
def decide_dispute(*, actor: User, game: Game, counts: bool, reason: str, seen: str = "") -> Game:
    """A refused game counts or does not: an official says which, and why. Another decision may follow."""
    current = _lock(game)
    _refuse_unless_official(actor, current)
    reason = _clean(reason)
    if not reason:
        raise Refused(_("Please give a reason: players will ask for it."))
    answers = _answers_to_countable(current, seen)
    if answers.state != ConfirmationState.DISPUTED and not answers.is_settled:
        raise Refused(_("Nobody has refused this game: there is nothing to decide."))
    answer = ConfirmationAnswer.CONFIRMED if counts else ConfirmationAnswer.REFUSED
    said = answers.official
    if answers.is_settled and said is not None and (said.answer, said.reason) == (answer, reason):
        return current
    _save_answer(
        current,
        ConfirmationSide.OFFICIAL,
        answer,
        actor,
        club=confirming_club(actor, current),
        reason=reason,
        settles_dispute=True,
    )
    _record(actor, DISPUTE_DECIDED, current, reason=reason)
    return current


def confirm_own_games(*, account: User, games: Sequence[int]) -> None:
    """Who sends in a game of their own says by that what happened in it. What they have answered before stays.

    Inside the caller's transaction. Three queries, and two more if there are such games.
    """
    played = Q(first_person__account=account) | Q(second_person__account=account)
    own = countable_games().filter(played, pk__any_of=games, submitted_by=account)
    found = list(own.select_related("first_person", "second_person"))
    of_events = claimed_by_events([game.pk for game in found]) if found else set()
    answered = set(GameConfirmation.objects.filter(game__in=found).values_list("game", "side"))
    new: list[tuple[Game, ConfirmationSide]] = []
    for game in found:
        side = side_of(account, game)
        if side is not None and game.pk not in of_events and (game.pk, side.value) not in answered:
            new.append((game, side))
    GameConfirmation.objects.bulk_create(
        [
            GameConfirmation(
                game=game, side=side, **_answer_values(game, ConfirmationAnswer.CONFIRMED, account)
            )
            for game, side in new
        ],
        ignore_conflicts=True,
    )
    audit.record_creations(
        actor=account,
        action=CONFIRMED_BY_PLAYER,
        created=[(game, {"result": game.result}) for game, _side in new],
    )


def update_state(game: Game) -> Answers | None:
    """Copy what the answers come to into the game's row, which is locked; None if it needs none.

    The players of a game that begins to wait are told of it.
    """
    answers = answers_to(game) if is_countable(game) else None
    state = answers.state if answers else ConfirmationState.NONE
    if state != game.confirmation:
        game.confirmation = state
        Game.objects.filter(pk=game.pk).update(confirmation=state)
        if answers is not None and state == ConfirmationState.WAITING:
            _order_mails(game, answers)
    return answers


def _lock(game: Game) -> Game:
    """The row as it is now. Locks no people: the players' rows are only read."""
    current = Game.objects.select_for_update(no_key=True, of=("self",))
    return current.select_related("first_person", "second_person").get(pk=game.pk)


def _answers_to_countable(game: Game, seen: str) -> Answers:
    if not is_countable(game):
        raise Refused(
            _("This game needs no confirmation: it belongs to an event, or could not count for a rating.")
        )
    if seen and seen != str(facts_of(game)):
        raise Conflict(_("The game has been changed since you looked. Please look at it again."))
    return answers_to(game)


def _refuse_unless_official(actor: User, game: Game) -> None:
    if not may_decide(actor, game):
        raise Refused(_("Only an organiser or arbiter of a club to which both players belong can do this."))


def _is_better(club: Club | None, before: Club | None) -> bool:
    """Whether an official's word for this club says more than the one before: recognised clubs count further."""
    return before is not None and before.recognised_at is None and (club is None or bool(club.recognised_at))


def _clean(reason: str) -> str:
    reason = reason.replace("\0", "").strip()
    if len(reason) > MAX_ANSWER_REASON_LENGTH:
        raise Refused(
            _("The reason is too long. At most %(max)d characters.") % {"max": MAX_ANSWER_REASON_LENGTH}
        )
    return reason


def _save_answer(
    game: Game, side: ConfirmationSide, answer: ConfirmationAnswer, actor: User, **details: Any
) -> None:
    GameConfirmation.objects.update_or_create(
        game=game, side=side, defaults=_answer_values(game, answer, actor, **details)
    )
    update_state(game)
    games_changed.send(sender=Game, games=[game.pk])


def _answer_values(
    game: Game,
    answer: ConfirmationAnswer,
    actor: User,
    *,
    club: Club | None = None,
    reason: str = "",
    settles_dispute: bool = False,
) -> dict[str, Any]:
    return {
        "answer": answer,
        "first_person": game.first_person,
        "second_person": game.second_person,
        "result": game.result,
        "termination": game.termination,
        "played_on": game.date_to,
        "club": club,
        "settles_dispute": settles_dispute,
        "reason": reason,
        "answered_by": actor,
        "answered_at": timezone.now(),
    }


def _record(actor: User, action: Action, game: Game, reason: str = "") -> None:
    audit.record(
        actor=actor,
        action=action,
        target=game,
        before={},
        after={"confirmation": str(game.confirmation), "result": game.result},
        reason=reason,
        club=game.club_id,
    )


def _order_mails(game: Game, answers: Answers) -> None:
    """To the players who have an account and have not answered: one waiting mail for each account."""
    players = ((answers.first, game.first_person), (answers.second, game.second_person))
    for answer, person in players:
        if answer is None and person is not None and person.account_id is not None:
            _order_mail(person.account_id)


def _order_mail(account: int) -> None:
    now = timezone.now()
    mails = ConfirmationMail.objects.filter(account=account)
    if mails.filter(state=WorkState.WAITING).exists():
        return
    last = mails.order_by("-due_at").values_list("due_at", flat=True).first()
    due_at = max(now + MAIL_DELAY, last + TIME_BETWEEN_MAILS) if last else now + MAIL_DELAY
    # If another game made one in this moment, that one tells of both. The sweeper finds it when it is due.
    ConfirmationMail.objects.bulk_create(
        [ConfirmationMail(account_id=account, due_at=due_at)], ignore_conflicts=True
    )


def _move_answers(kept: Person, merged: Person, rows: MovedRows) -> None:
    for field in ("first_person", "second_person"):
        rows.point_elsewhere(GameConfirmation, field, old=merged, new=kept)


# The games of the person move as well: an answer stays with its game.
CONFIRMATION_MERGE_STEP: Final = MergeStep(
    key="confirmations of games",
    references=frozenset({(GameConfirmation, "first_person"), (GameConfirmation, "second_person")}),
    describe=lambda kept, merged: [],
    move=_move_answers,
)
