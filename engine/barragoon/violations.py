"""Why a ply is not legal: the code, the rule's number and a sentence that tells the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import RuleViolation
from ..texts import AND, Sentence, Text, counted_sentence, join_list
from ..texts import gettext as _
from .board import ALL_TURNS, EMPTY, NAMES, SIDE_OF, VALUE_OF, face_of, is_barragoon
from .codes import Code
from .plies import MOVES, PLACEMENTS, TileMove, check_spelling
from .ways import BITS, WAYS, Way
from .words import SIDE_TEXTS, face_text

if TYPE_CHECKING:
    from .game import Game


def find_violation(game: Game, ply: str) -> RuleViolation:
    """The first thing wrong with an illegal ply, in the order in which a player would notice it."""
    try:
        check_spelling(ply)
        move = MOVES[ply[:5]]
        if move is None:  # check_spelling lets only moves through
            raise ValueError(ply)
        _check_game_goes_on(game)
        _check_tile(game, move)
        _check_way(game, move)
        _check_mark(game, move)
        _check_placements(game, move, ply.split("/")[1:])
        _check_repetition(game, ply)
    except RuleViolation as violation:
        return violation
    raise ValueError(f"{ply} is legal")


def _check_game_goes_on(game: Game) -> None:
    outcome = game.outcome()
    if outcome is None:
        return
    if outcome.winner is None:
        message = Sentence("The game was drawn before this ply.")
    else:
        loser = outcome.winner.other
        level = game.express[loser]
        message = Sentence(
            "The game was over before this ply: %(side)s has no tile that can move.", side=SIDE_TEXTS[loser]
        )
        if level:
            message = counted_sentence(
                "The game was over before this ply: at express level %(number)s %(side)s needs more than "
                "%(number)s tile that can move.",
                "The game was over before this ply: at express level %(number)s %(side)s needs more than "
                "%(number)s tiles that can move.",
                level,
                side=SIDE_TEXTS[loser],
            )
    raise RuleViolation(Code.GAME_OVER, outcome.rule, message)


def _check_tile(game: Game, move: TileMove) -> None:
    origin = move.origin
    content = game.cells[origin]
    if SIDE_OF[content] == game.turn:
        return
    if content == EMPTY:
        raise RuleViolation(
            Code.NO_TILE,
            "4.1",
            Sentence("%(square)s is empty: there is no tile to move.", square=NAMES[origin]),
        )
    if is_barragoon(content):
        message = Sentence("On %(square)s lies a barragoon: it is placed, never moved.", square=NAMES[origin])
        raise RuleViolation(Code.NO_TILE, "4.1", message)
    message = Sentence(
        "The tile on %(square)s is %(other)s's, and it is %(side)s's turn.",
        square=NAMES[origin],
        other=SIDE_TEXTS[game.turn.other],
        side=SIDE_TEXTS[game.turn],
    )
    raise RuleViolation(Code.NOT_YOUR_TILE, "2", message)


def _check_way(game: Game, move: TileMove) -> None:
    origin, target = move.origin, move.target
    tile, content = game.cells[origin], game.cells[target]
    value = VALUE_OF[tile]
    place = NAMES[origin]
    ways = [way for way in WAYS[tile << 6 | origin] if way.target == target]
    if not ways:
        message = Sentence(
            "%(square)s is a %(value)s-tile: it goes %(value)s or %(shorter)s steps, with one turn at most, "
            "not to %(target)s.",
            square=place,
            value=value,
            shorter=value - 1,
            target=NAMES[target],
        )
        raise RuleViolation(Code.WRONG_DISTANCE, "4.1", message)
    if SIDE_OF[content] == game.turn:
        message = Sentence(
            "On %(target)s stands a tile of %(side)s's own.", target=NAMES[target], side=SIDE_TEXTS[game.turn]
        )
        raise RuleViolation(Code.OWN_TILE_ON_TARGET, "4.1", message)
    if content != EMPTY and not ways[0].full:
        message = Sentence(
            "%(square)s is a %(value)s-tile: a short move of %(shorter)s cannot capture the barragoon on "
            "%(target)s.",
            square=place,
            value=value,
            shorter=value - 1,
            target=NAMES[target],
        )
        if not is_barragoon(content):
            message = Sentence(
                "%(square)s is a %(value)s-tile: a short move of %(shorter)s cannot capture the tile on "
                "%(target)s.",
                square=place,
                value=value,
                shorter=value - 1,
                target=NAMES[target],
            )
        raise RuleViolation(Code.SHORT_MOVE_CAPTURES, "4.2", message)
    if content == ALL_TURNS and value == 2:
        message = Sentence(
            "%(square)s is a 2-tile: it cannot capture the all-turns barragoon on %(target)s.",
            square=place,
            target=NAMES[target],
        )
        raise RuleViolation(Code.TWO_CAPTURES_ALL_TURNS, "4.5", message)
    if all(game.board & way.mask for way in ways):
        obstacles = list(dict.fromkeys(_obstacle(game, way) for way in ways))
        message = counted_sentence(
            "%(square)s is a %(value)s-tile: %(obstacles)s is in its way to %(target)s.",
            "%(square)s is a %(value)s-tile: %(obstacles)s are in its way to %(target)s.",
            len(obstacles),
            square=place,
            value=value,
            obstacles=join_list(obstacles, AND),
            target=NAMES[target],
        )
        raise RuleViolation(Code.PATH_BLOCKED, "4.1", message)


def _obstacle(game: Game, way: Way) -> Text:
    """The first square on a blocked way that cannot be crossed, and why."""
    for square in way.crossed:
        content = game.cells[square]
        if SIDE_OF[content] >= 0:
            return _("the tile on %(square)s").filled(square=NAMES[square])
        if BITS[content][square] & way.mask:
            face = face_text(face_of(content))
            return _("the barragoon on %(square)s (%(face)s)").filled(square=NAMES[square], face=face)
    raise ValueError("this way is open")


def _check_mark(game: Game, move: TileMove) -> None:
    target = move.target
    content = game.cells[target]
    if move.captures and content == EMPTY:
        message = Sentence(
            "%(target)s is empty: nothing is captured there; write - instead of x.", target=NAMES[target]
        )
        raise RuleViolation(Code.NOT_A_CAPTURE, "4.3", message)
    if content != EMPTY and not move.captures:
        message = (
            Sentence(
                "On %(target)s lies a barragoon, which is captured: write x instead of -.",
                target=NAMES[target],
            )
            if is_barragoon(content)
            else Sentence(
                "On %(target)s lies a tile, which is captured: write x instead of -.", target=NAMES[target]
            )
        )
        raise RuleViolation(Code.CAPTURE_NOT_MARKED, "4.3", message)


def _check_placements(game: Game, move: TileMove, texts: list[str]) -> None:
    origin, target = move.origin, move.target
    captured = game.cells[target]
    due = game.placements_due(captured)
    if not texts and game.is_last_tile(captured):
        return
    if len(texts) < due:
        raise RuleViolation(Code.PLACEMENT_MISSING, *_missing(captured, due, len(texts)))
    if len(texts) > due:
        raise RuleViolation(Code.PLACEMENT_NOT_DUE, *_not_due(captured, due))
    taken: set[int] = {target}
    for text in texts:
        placement = PLACEMENTS[text]
        if placement is None:  # check_spelling lets only placements through
            raise ValueError(text)
        square, content = placement.square, placement.content
        if not content:
            continue
        if square in taken or (game.cells[square] != EMPTY and square != origin):
            rule = "4.5" if is_barragoon(captured) else "4.4"
            message = Sentence(
                "%(square)s is not empty: a barragoon goes on an empty square.", square=NAMES[square]
            )
            raise RuleViolation(Code.PLACEMENT_ON_OCCUPIED, rule, message)
        taken.add(square)


def _missing(captured: int, due: int, given: int) -> tuple[str, Sentence]:
    if is_barragoon(captured):
        return "4.5", Sentence(
            "The captured barragoon must be put back: add its placement (/NE@d4), or /- if forgotten."
        )
    if due == 1:
        return "4.4", Sentence(
            "A captured tile brings one barragoon: %(given)s of 1 placements are here; a forgotten one "
            "is /-.",
            given=given,
        )
    return "4.4", Sentence(
        "A captured tile brings two barragoons, first the loser's and then the capturer's: %(given)s of "
        "%(due)s "
        "placements are here; a forgotten one is /-.",
        given=given,
        due=due,
    )


def _not_due(captured: int, due: int) -> tuple[str, Sentence]:
    if captured == EMPTY:
        return "4.3", Sentence("Nothing was captured, so no barragoon is placed.")
    if is_barragoon(captured):
        return "4.5", Sentence("A captured barragoon is put back once; there is one placement, not more.")
    if due < 2:
        return "4.4", Sentence(
            "The reserve holds %(due)s for this capture, so there is no further placement.", due=due
        )
    return "4.4", Sentence("A captured tile brings two barragoons, not more.")


def _check_repetition(game: Game, ply: str) -> None:
    if game.must_deviate_from() == ply:
        message = Sentence(
            "After the declined draw the repetition must be left: %(ply)s would continue it.", ply=ply
        )
        raise RuleViolation(Code.MUST_DEVIATE, "6c", message)
