"""Random positions and random games for tests, from a seed."""

import random

from engine import barragoon
from engine.barragoon.board import EMPTY, FACES, NAMES


def random_position(rng: random.Random) -> str:
    """Some tiles of both sides and some barragoons anywhere, as the box allows."""
    cells = [""] * 63
    squares = list(range(63))
    rng.shuffle(squares)
    for letters in ("ZZDDDVV", "zzdddvv"):
        for letter in rng.sample(letters, rng.randint(1, 7)):
            cells[squares.pop()] = letter
    on_board = rng.randint(0, 32)
    for _ in range(on_board):
        cells[squares.pop()] = f"({rng.choice(FACES).code})"
    ranks = ["".join(cell or "1" for cell in cells[start : start + 7]) for start in range(0, 63, 7)]
    board = "/".join(ranks)
    for run in range(7, 1, -1):
        board = board.replace("1" * run, str(run))
    return f"{board} {rng.choice('wb')} {rng.randint(0, 32 - on_board)} 0-0"


def random_ply(game: barragoon.Game, rng: random.Random) -> str:
    """A complete legal ply; captures are preferred now and then, and placements sometimes forgotten."""
    moves = list(game.tile_moves())
    captures = [move for move in moves if move[2] != EMPTY]
    origin, target, captured = rng.choice(captures if captures and rng.random() < 0.5 else moves)
    due = 0 if game.is_last_tile(captured) and rng.random() < 0.5 else game.placements_due(captured)
    empty = [square for square, content in enumerate(game.cells) if content == EMPTY and square != target]
    ply = f"{NAMES[origin]}{'x' if captured else '-'}{NAMES[target]}"
    for square in rng.sample([*empty, origin], due):
        ply += "/-" if rng.random() < 0.1 else f"/{rng.choice(FACES).code}@{NAMES[square]}"
    return ply


def random_game(rng: random.Random, plies: int, **start: object) -> barragoon.Game:
    """A game of at most so many random plies."""
    game = barragoon.Game(**start)  # type: ignore[arg-type]
    while len(game.plies) < plies and game.outcome() is None:
        game.push(random_ply(game, rng))
    return game
