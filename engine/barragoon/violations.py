"""Why a ply is not legal: the code, the rule's number and a sentence that tells the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import RuleViolation
from .board import ALL_TURNS, EMPTY, NAMES, SIDE_OF, VALUE_OF, is_barragoon
from .codes import Code
from .plies import MOVES, PLACEMENTS, TileMove, check_spelling
from .ways import BITS, WAYS, Way
from .words import SIDE_NAMES, face_in_words

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
        message = "The game was drawn before this ply."
    else:
        loser = outcome.winner.other
        level = game.express[loser]
        message = f"The game was over before this ply: {SIDE_NAMES[loser]} has no tile that can move."
        if level:
            message = (
                f"The game was over before this ply: at express level {level} {SIDE_NAMES[loser]} needs more "
                f"than {level} {'tile' if level == 1 else 'tiles'} that can move."
            )
    raise RuleViolation(Code.GAME_OVER, outcome.rule, message)


def _check_tile(game: Game, move: TileMove) -> None:
    origin = move.squares >> 6
    content = game.cells[origin]
    if SIDE_OF[content] == game.turn:
        return
    if content == EMPTY:
        raise RuleViolation(Code.NO_TILE, "4.1", f"{NAMES[origin]} is empty: there is no tile to move.")
    if is_barragoon(content):
        message = f"On {NAMES[origin]} lies a barragoon: it is placed, never moved."
        raise RuleViolation(Code.NO_TILE, "4.1", message)
    side = SIDE_NAMES[game.turn]
    other = SIDE_NAMES[game.turn.other]
    message = f"The tile on {NAMES[origin]} is {other}'s, and it is {side}'s turn."
    raise RuleViolation(Code.NOT_YOUR_TILE, "2", message)


def _check_way(game: Game, move: TileMove) -> None:
    origin, target = move.squares >> 6, move.squares & 63
    tile, content = game.cells[origin], game.cells[target]
    value = VALUE_OF[tile]
    named = f"{NAMES[origin]} is a {value}-tile"
    ways = [way for way in WAYS[tile << 6 | origin] if way.target == target]
    if not ways:
        message = (
            f"{named}: it goes {value} or {value - 1} steps, with one turn at most, not to {NAMES[target]}."
        )
        raise RuleViolation(Code.WRONG_DISTANCE, "4.1", message)
    if SIDE_OF[content] == game.turn:
        message = f"On {NAMES[target]} stands a tile of {SIDE_NAMES[game.turn]}'s own."
        raise RuleViolation(Code.OWN_TILE_ON_TARGET, "4.1", message)
    if content != EMPTY and not ways[0].full:
        what = "barragoon" if is_barragoon(content) else "tile"
        message = f"{named}: a short move of {value - 1} cannot capture the {what} on {NAMES[target]}."
        raise RuleViolation(Code.SHORT_MOVE_CAPTURES, "4.2", message)
    if content == ALL_TURNS and value == 2:
        message = f"{named}: it cannot capture the all-turns barragoon on {NAMES[target]}."
        raise RuleViolation(Code.TWO_CAPTURES_ALL_TURNS, "4.5", message)
    if all(game.board & way.mask for way in ways):
        obstacles = list(dict.fromkeys(_obstacle(game, way) for way in ways))
        are = "is" if len(obstacles) == 1 else "are"
        message = f"{named}: {' and '.join(obstacles)} {are} in its way to {NAMES[target]}."
        raise RuleViolation(Code.PATH_BLOCKED, "4.1", message)


def _obstacle(game: Game, way: Way) -> str:
    """The first square on a blocked way that cannot be crossed, and why."""
    for square in way.crossed:
        content = game.cells[square]
        if SIDE_OF[content] >= 0:
            return f"the tile on {NAMES[square]}"
        if BITS[content][square] & way.mask:
            return f"the barragoon on {NAMES[square]} ({face_in_words(content)})"
    raise ValueError("this way is open")


def _check_mark(game: Game, move: TileMove) -> None:
    target = move.squares & 63
    content = game.cells[target]
    if move.captures and content == EMPTY:
        message = f"{NAMES[target]} is empty: nothing is captured there; write - instead of x."
        raise RuleViolation(Code.NOT_A_CAPTURE, "4.3", message)
    if content != EMPTY and not move.captures:
        what = "a barragoon" if is_barragoon(content) else "a tile"
        message = f"On {NAMES[target]} lies {what}, which is captured: write x instead of -."
        raise RuleViolation(Code.CAPTURE_NOT_MARKED, "4.3", message)


def _check_placements(game: Game, move: TileMove, texts: list[str]) -> None:
    origin, target = move.squares >> 6, move.squares & 63
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
        square, content = placement
        if not content:
            continue
        if square in taken or (game.cells[square] != EMPTY and square != origin):
            rule = "4.5" if is_barragoon(captured) else "4.4"
            message = f"{NAMES[square]} is not empty: a barragoon goes on an empty square."
            raise RuleViolation(Code.PLACEMENT_ON_OCCUPIED, rule, message)
        taken.add(square)


def _missing(captured: int, due: int, given: int) -> tuple[str, str]:
    if is_barragoon(captured):
        return (
            "4.5",
            "The captured barragoon must be put back: add its placement (/NE@d4), or /- if forgotten.",
        )
    one = "one barragoon" if due == 1 else "two barragoons, first the loser's and then the capturer's"
    return (
        "4.4",
        f"A captured tile brings {one}: {given} of {due} placements are here; a forgotten one is /-.",
    )


def _not_due(captured: int, due: int) -> tuple[str, str]:
    if captured == EMPTY:
        return "4.3", "Nothing was captured, so no barragoon is placed."
    if is_barragoon(captured):
        return "4.5", "A captured barragoon is put back once; there is one placement, not more."
    if due < 2:
        return "4.4", f"The reserve holds {due} for this capture, so there is no further placement."
    return "4.4", "A captured tile brings two barragoons, not more."


def _check_repetition(game: Game, ply: str) -> None:
    if game.must_deviate_from() == ply:
        message = f"After the declined draw the repetition must be left: {ply} would continue it."
        raise RuleViolation(Code.MUST_DEVIATE, "6c", message)
