"""Boards as pictures inside a page, the one that shows what a finding is about, and verdicts that wait."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from core.web.pending import PendingItem
from engine.adjudication.proof import without_history
from engine.core import Game as EngineGame
from engine.core import Rules
from engine.drawing import Picture
from engine.record import read_valid
from games.adjudication.selectors import verdicts_to_decide
from games.models import Game
from players.models import User


def board_data_url(rules: Rules, game: EngineGame, view: str | None = None) -> str:
    """The position of this game now, with its last ply marked, as a `data:` address for an `<img>`."""
    picture = Picture(last=game.last_squares(), marks=game.marks(view))
    drawing = rules.draw(game.position(view), picture)
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"


class FindingBoard(NamedTuple):
    """The board of a finding: at its ply, or some plies into its witness line."""

    address: str
    description: str
    witness: list[str]
    step: int


def board_of_finding(game: Game, finding: dict[str, Any], step: int) -> FindingBoard:
    """The position the finding is about, after `step` plies of its witness line if it has one."""
    record = read_valid(game.text.canonical)
    if record.rules is None:
        raise ValueError("a stored game has rules")
    witness = [str(ply) for ply in finding["proof"].get("witness", [])]
    step = min(max(step, 0), len(witness))
    board = record.start()
    board.defer_end_checks()  # a stored game is valid
    for text in list(record.main.texts())[: finding["ply"]]:
        board.push(text)
    if step:
        board = without_history(record.rules, board)
    for ply in witness[:step]:
        board.push(ply)
    where = (
        _("%(step)d plies into the witness line") % {"step": step}
        if step
        else _("after ply %(ply)d") % {"ply": finding["ply"]}
    )
    description = _("The board %(where)s: %(position)s") % {"where": where, "position": board.position()}
    return FindingBoard(board_data_url(record.rules, board), description, witness, step)


def pending_verdicts(account: User) -> Iterator[PendingItem]:
    """Each of the newest by itself: it is decided on its own page."""
    for found in verdicts_to_decide(account):
        text = _("%(game)s: the referee says “%(verdict)s”")
        yield PendingItem(
            text % {"game": found.game, "verdict": found.get_verdict_display()},
            reverse("adjudication", args=[found.game_id]),
        )
