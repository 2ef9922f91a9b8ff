"""Random games for the rules in the browser, and what the Python engine says of every position in them.

A chunk is some games as text for the browser, and the digest of the engine's answers. Both sides write the answers of
a position in the same lines, so that one comparison is enough for thousands of them.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine import barragoon, stratego
from engine.barragoon.board import EMPTY, FACES, NAMES, SQUARE_OF_NAME
from engine.core import Game, Outcome, Step
from tests.engine.barragoon.boards import board as barragoon_board
from tests.engine.barragoon.random_positions import random_position
from tests.engine.stratego.positions import LETTERS, random_men, random_setup
from tests.engine.stratego.positions import board as stratego_board

CHUNK: Final = 2_000
LEVELS: Final = tuple(f"{white}-{brown}" for white in range(3) for brown in range(3))
NO_LIMIT: Final = 1_000  # positions have no memory: no random game is long enough for this limit


class Turn(NamedTuple):
    """A position of a game: plies that are asked about, and the one that is played; empty at the end."""

    asked: list[str]
    ply: str


class RandomGame(NamedTuple):
    start: str
    turns: list[Turn]
    answers: list[str]


class Chunk(NamedTuple):
    games: list[RandomGame]

    @property
    def positions(self) -> int:
        return sum(len(game.turns) for game in self.games)

    @property
    def answers(self) -> list[str]:
        return [answer for game in self.games for answer in game.answers]

    @property
    def digest(self) -> str:
        return hashlib.sha256("\n".join(self.answers).encode()).hexdigest()

    def for_browser(self) -> list[list[object]]:
        return [[game.start, [[turn.asked, turn.ply] for turn in game.turns]] for game in self.games]


def chunks(games: Iterator[RandomGame], positions: int) -> Iterator[Chunk]:
    """As many games as have this many positions together."""
    done = 0
    while done < positions:
        chunk: list[RandomGame] = []
        size = 0
        while size < CHUNK:
            chunk.append(next(games))
            size += len(chunk[-1].turns)
        done += size
        yield Chunk(chunk)


def outcome_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "goes on"
    return f"{'draw' if outcome.winner is None else int(outcome.winner)} {outcome.rule}"


def random_game(
    game: Game,
    plies: int,
    ask: Callable[[list[Step]], list[str]],
    choose: Callable[[list[Step]], str],
) -> RandomGame:
    """Play a game at random and note what the engine says on the way."""
    start = game.position()
    turns, answers = [], []
    while True:
        steps = sorted(game.legal_moves())
        asked = ask(steps)
        bits = "".join("1" if game.is_legal(ply) else "0" for ply in asked)
        moves = ",".join(map(" ".join, steps))
        answers.append(f"{game.position()}|{moves}|{outcome_text(game.outcome())}|{bits}")
        if not steps or len(turns) == plies:
            turns.append(Turn(asked, ""))
            return RandomGame(start, turns, answers)
        ply = choose(steps)
        turns.append(Turn(asked, ply))
        game.push(ply)


# --- Barragoon --------------------------------------------------------------------------------------

ENDINGS: Final = (
    barragoon_board("Zd5", "zd7", reserve=0),
    barragoon_board("Zd5", "zd7", reserve=1),
    barragoon_board("Vd5", "zd9", "zg9", reserve=1),
    barragoon_board("Vd5", "zd9", reserve=24),
    barragoon_board("Za1", "(X)a2", "(X)b1", "(X)c1", "(X)a3", "vg9", turn="w", reserve=3),
    barragoon_board("Za1", "(A)a2", "(A)b1", "(A)c1", "(A)a3", "(A)b2", "vg9", turn="w"),
    barragoon_board("Za1", turn="b", reserve=5),
    barragoon_board("Za1", "Zg9", turn="w", reserve=5, express="1-0"),
    barragoon_board("Da1", "Dg1", "Vd1", "zd9", "za9", turn="b", reserve=8, express="2-1"),
)


def barragoon_games(rng: random.Random) -> Iterator[RandomGame]:
    """From both set-ups at every level, from handmade endings, and from random boards; 6b is the server's to prove."""
    while True:
        for is_open in (False, True):
            for levels in LEVELS:
                white, brown = map(int, levels.split("-"))
                start = barragoon.Position.start(is_open=is_open, express=(white, brown))
                yield _barragoon_game(start, rng, 120)
                for _ in range(6):
                    board = random_position(rng).removesuffix("0-0") + levels
                    yield _barragoon_game(board, rng, 30)
        for ending in ENDINGS:
            yield _barragoon_game(ending, rng, 30)


def _barragoon_game(start: str | barragoon.Position, rng: random.Random, plies: int) -> RandomGame:
    game = barragoon.Game(position=start, dead_positions=False)
    return random_game(
        game,
        plies,
        lambda steps: _barragoon_doubts(game, steps, rng),
        lambda steps: _barragoon_ply(game, steps, rng),
    )


def _barragoon_ply(game: barragoon.Game, steps: list[Step], rng: random.Random) -> str:
    """A complete legal ply; captures are preferred now and then, placements sometimes forgotten or left out."""
    step = rng.choice(steps)
    if step.kind == "move" and rng.random() < 0.5:
        step = rng.choice(steps)
    captured = game.cells[SQUARE_OF_NAME[step.target]]
    if captured == EMPTY:
        return f"{step.origin}-{step.target}"
    due = 0 if game.is_last_tile(captured) and rng.random() < 0.5 else game.placements_due(captured)
    return f"{step.origin}x{step.target}{_placements(game, step, due, rng)}"


def _placements(game: barragoon.Game, step: Step, count: int, rng: random.Random) -> str:
    empty = [name for name, content in zip(NAMES, game.cells, strict=True) if content == EMPTY]
    squares = rng.sample([*empty, step.origin], count)
    return "".join(
        "/-" if rng.random() < 0.1 else f"/{rng.choice(FACES).code}@{square}" for square in squares
    )


def _barragoon_doubts(game: barragoon.Game, steps: list[Step], rng: random.Random) -> list[str]:
    """Two plies that are often nearly right."""
    step = rng.choice(steps) if steps else Step("a1", "a2", "move")
    mark = "-" if step.kind == "move" else "x"
    count = rng.randint(0, 3)
    placed = _placements(game, step, count, rng) if step.kind != "move" or rng.random() < 0.2 else ""
    if placed and rng.random() < 0.3:
        placed = placed[:-2] + rng.choice((step.target, step.origin, rng.choice(NAMES)))
    nearly = f"{step.origin}{mark}{step.target}{placed}"
    if rng.random() < 0.1:
        nearly = _misspelt(nearly, rng)
    return [nearly, f"{rng.choice((step.origin, rng.choice(NAMES)))}{rng.choice('-x')}{rng.choice(NAMES)}"]


def _misspelt(ply: str, rng: random.Random) -> str:
    return rng.choice(
        (
            f"{ply} (=)",
            f"{ply} (=) (=)",
            f"{ply}/",
            f"{ply}/XX@a1",
            ply.upper(),
            f" {ply}",
            ply[:-1],
            f"{ply}\n",
        )
    )


# --- Stratego ---------------------------------------------------------------------------------------


def stratego_games(rng: random.Random) -> Iterator[RandomGame]:
    """From whole set-ups, from random boards and endings, without the memory of the two-squares rule."""
    for attacker in LETTERS:
        for defender in LETTERS.lower():
            if attacker not in "BF":
                yield _duel(attacker, defender)
    while True:
        setups = [random_setup(rng), random_setup(rng)]
        yield _stratego_game(stratego.Game(*setups, two_squares=NO_LIMIT), rng, 400)
        for _ in range(6):
            position = stratego_board(random_men(rng), rng.choice("rb"))
            yield _stratego_game(stratego.Game(position=position, two_squares=NO_LIMIT), rng, 50)
        yield _stratego_game(stratego.Game(position=_ending(rng), two_squares=NO_LIMIT), rng, 30)


def _duel(attacker: str, defender: str) -> RandomGame:
    """One attack, by pieces that have companions: the game goes on unless a flag falls."""
    men = {"e1": attacker, "e2": defender, "a1": "F", "b1": "T", "b10": "t"}
    if defender != "f":
        men["a10"] = "f"
    game = stratego.Game(position=stratego_board(men, "r"), two_squares=NO_LIMIT)
    return random_game(game, 1, lambda steps: [], lambda steps: "e1xe2")


def _ending(rng: random.Random) -> str:
    """A few pieces close together, so that every rank meets every other, and walls of bombs."""
    squares = [f"{file}{rank}" for file in "abcd" for rank in (1, 2, 3, 4)]
    rng.shuffle(squares)
    men = {squares.pop(): "F", squares.pop(): "f"}
    for side in (str.upper, str.lower):
        for letter in rng.sample(LETTERS.replace("F", ""), rng.randint(1, 5)):
            men[squares.pop()] = side(letter)
    return stratego_board(men, rng.choice("rb"))


def _stratego_game(game: stratego.Game, rng: random.Random, plies: int) -> RandomGame:
    def choose(steps: list[Step]) -> str:
        step = rng.choice(steps)
        if step.kind == "move" and rng.random() < 0.5:
            step = rng.choice([other for other in steps if other.kind == "attack"] or steps)
        return game.written(step.origin, step.target)

    def doubts(steps: list[Step]) -> list[str]:
        step = rng.choice(steps) if steps else Step("a1", "a2", "move")
        other = rng.choice(stratego.board.NAMES)
        nearly = f"{step.origin}{rng.choice('-x')}{rng.choice((step.target, other))}"
        if rng.random() < 0.05:
            nearly = rng.choice((f"{nearly} (=)", nearly.upper(), f"{nearly}0", f" {nearly}"))
        return [nearly, f"{other}{rng.choice('-x')}{rng.choice(stratego.board.NAMES)}"]

    return random_game(game, plies, doubts, choose)
