"""What pages say about the confirmation of games."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.permissions.actors import Actor
from core.web.panels import Panel
from core.web.pending import PendingItem
from games.confirmations.policies import may_answer
from games.confirmations.selectors import (
    Answers,
    answers_to,
    facts_of,
    games_for_official,
    games_waiting_for,
    is_official,
)
from games.models import ConfirmationAnswer, ConfirmationSide, ConfirmationState, Game, GameConfirmation
from games.policies import may_decide, side_of
from players.models import User


class WaitingGame(NamedTuple):
    """A row of a list of games to answer to; `seen` is what the page shows of it."""

    game: Game
    seen: str


def as_rows(games: Iterable[Game]) -> list[WaitingGame]:
    return [WaitingGame(game, str(facts_of(game))) for game in games]


def waiting_games_panel(request: HttpRequest, account: User) -> Panel | None:
    """On the page of one's account. Two queries, and two more for officials."""
    disputed = (
        games_for_official(account, ConfirmationState.DISPUTED).count() if is_official(account) else None
    )
    return Panel(
        gettext_lazy("Games to confirm"),
        "games/confirmations/parts/panel.html",
        {"waiting": games_waiting_for(account).count(), "disputed": disputed},
        more_url=reverse("confirmations"),
        more_label=gettext_lazy("Games waiting for your confirmation"),
    )


def pending_confirmations(account: User) -> Iterator[PendingItem]:
    """As those of one's account page count them."""
    if number := games_waiting_for(account).count():
        text = ngettext("%(number)d game to confirm", "%(number)d games to confirm", number)
        yield PendingItem(text % {"number": number}, reverse("confirmations"))
    if is_official(account) and (number := games_for_official(account, ConfirmationState.DISPUTED).count()):
        text = ngettext("%(number)d disputed game to decide", "%(number)d disputed games to decide", number)
        yield PendingItem(text % {"number": number}, reverse("disputed-games"))


class ShownAnswer(NamedTuple):
    who: str
    words: str
    reason: str = ""


class ConfirmationPage(NamedTuple):
    state: ConfirmationState
    seen: str
    answers: list[ShownAnswer]
    own_answer: str
    may_answer: bool
    may_confirm: bool
    may_decide: bool


def confirmation_page(actor: Actor, game: Game) -> ConfirmationPage:
    """Three queries. Why a player refused is for the players and the officials."""
    state = ConfirmationState(game.confirmation)
    answers = answers_to(game) if state else Answers()
    side = side_of(actor, game)
    own = answers.first if side == ConfirmationSide.FIRST else answers.second if side else None
    decides = bool(state) and may_decide(actor, game)
    open_to_players = bool(state) and not answers.is_settled
    return ConfirmationPage(
        state=state,
        seen=str(facts_of(game)),
        answers=_shown_answers(game, answers, sees_reasons=side is not None or decides),
        own_answer=own.answer if own else "",
        may_answer=open_to_players and may_answer(actor, game),
        may_confirm=decides and state == ConfirmationState.WAITING,
        may_decide=decides and (state == ConfirmationState.DISPUTED or answers.is_settled),
    )


def _shown_answers(game: Game, answers: Answers, *, sees_reasons: bool) -> list[ShownAnswer]:
    shown = [
        _of_player(game.first_name, answers.first, sees_reasons=sees_reasons),
        _of_player(game.second_name, answers.second, sees_reasons=sees_reasons),
    ]
    official = answers.official
    if official is not None:
        who = (
            _("An official of %(club)s") % {"club": official.club}
            if official.club
            else _("A site administrator")
        )
        shown.append(ShownAnswer(who, _words_of_official(official), official.reason))
    return shown


def _of_player(name: str, answer: GameConfirmation | None, *, sees_reasons: bool) -> ShownAnswer:
    if answer is None:
        return ShownAnswer(name, _("has not answered"))
    if answer.answer == ConfirmationAnswer.CONFIRMED:
        return ShownAnswer(name, _("has confirmed the game"))
    return ShownAnswer(name, _("says that the game is wrong"), answer.reason if sees_reasons else "")


def _words_of_official(answer: GameConfirmation) -> str:
    if answer.answer == ConfirmationAnswer.REFUSED:
        return _("has decided that the game does not count")
    if answer.settles_dispute:
        return _("has decided that the game counts")
    return _("has confirmed the game for both players")
