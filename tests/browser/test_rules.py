"""The rules in the browser say what the Python engine says: 200,000 positions of each game, in Chromium."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page

from engine import barragoon, stratego
from engine.barragoon.board import FACES
from engine.core import PositionError, Rules
from engine.stratego.pieces import IMMOVABLE, Kind
from tests.browser.rule_games import (
    LEVELS,
    Chunk,
    RandomGame,
    barragoon_games,
    chunks,
    stratego_games,
)
from tests.engine.barragoon.random_positions import random_position
from tests.engine.stratego.positions import board, random_men

POSITIONS: Final = 200_000
SEED: Final = 23

# Only functions on positions: each position is known by its string alone.
ANSWERS: Final = """async ([address, games, wantsText]) => {
  const { legalMoves, isLegal, play, outcome } = await import(address);
  const lines = [];
  for (const [start, turns] of JSON.parse(games)) {
    let position = start;
    for (const [asked, ply] of turns) {
      const moves = legalMoves(position).map((move) => move.join(" ")).join(",");
      const end = outcome(position);
      const bits = asked.map((doubt) => (isLegal(position, doubt) ? "1" : "0")).join("");
      lines.push(`${position}|${moves}|${end ? `${end.winner ?? "draw"} ${end.rule}` : "goes on"}|${bits}`);
      if (ply) position = play(position, ply);
    }
  }
  if (wantsText) return lines;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\\n")));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}"""


def _compare(page: Page, game: str, games: Iterator[RandomGame]) -> list[Chunk]:
    """Compare chunk by chunk; of a chunk that differs, name the first position. Returns the first chunks."""
    page.goto("/account/sign-in/")
    address = static(f"js/rules/{game}.js")
    compared = 0
    first: list[Chunk] = []
    distinct: set[int] = set()
    for chunk in chunks(games, POSITIONS + POSITIONS // 50):
        asked = json.dumps(chunk.for_browser())  # as one text: Playwright takes long for lists
        if page.evaluate(ANSWERS, [address, asked, False]) != chunk.digest:
            found = page.evaluate(ANSWERS, [address, asked, True])
            differing = next(pair for pair in zip(found, chunk.answers, strict=True) if pair[0] != pair[1])
            assert differing[0] == differing[1]
        compared += chunk.positions
        distinct.update(hash(answer.partition("|")[0]) for answer in chunk.answers)
        if len(first) < 10:
            first.append(chunk)
    assert len(distinct) >= POSITIONS
    return first


def test_barragoon_agrees_with_the_engine(page: Page) -> None:
    seen = _compare(page, "barragoon", barragoon_games(random.Random(SEED)))

    # And these positions have everything in them that the rules speak of.
    positions = [answer.split("|")[0] for chunk in seen for answer in chunk.answers]
    text = "\n".join(positions)
    assert [face.code for face in FACES if f"({face.code})" not in text] == []
    assert {position.rsplit(" ", 1)[1] for position in positions} == set(LEVELS)
    assert {position.split(" ")[2] for position in positions} >= {"0", "1", "2", "24"}
    endings = {answer.split("|")[2] for chunk in seen for answer in chunk.answers}
    assert endings == {"goes on", "0 6a", "1 6a"}
    plies = [turn.ply for chunk in seen for game in chunk.games for turn in game.turns]
    assert {ply.count("/") for ply in plies if "x" in ply} == {
        0,
        1,
        2,
    }  # 0 only after a last tile or without reserve
    assert any(ply.endswith("/-") for ply in plies)


def test_stratego_agrees_with_the_engine(page: Page) -> None:
    seen = _compare(page, "stratego", stratego_games(random.Random(SEED)))

    attacks = {pair for chunk in seen for game in chunk.games for pair in _attacks(game)}
    movable = [kind for kind in Kind if kind not in IMMOVABLE]
    assert attacks == {(one, other) for one in movable for other in Kind}
    endings = {answer.split("|")[2] for chunk in seen for answer in chunk.answers}
    assert endings == {"goes on", "0 end", "1 end", "draw end"}


def _attacks(played: RandomGame) -> Iterator[tuple[Kind, Kind]]:
    game = stratego.Game(position=played.start, two_squares=1000)
    for turn in played.turns:
        if turn.ply:
            game.push(turn.ply)
            attack = game.last_attack()
            if attack:
                yield attack.attacker, attack.defender


def _stratego_position(rng: random.Random) -> str:
    return board(random_men(rng), rng.choice("rb"))


@pytest.mark.parametrize(
    ("rules", "position"),
    [(barragoon.RULES, random_position), (stratego.RULES, _stratego_position)],
    ids=["barragoon", "stratego"],
)
def test_broken_positions_are_refused_alike(
    page: Page, rules: Rules, position: Callable[[random.Random], str]
) -> None:
    rng = random.Random(SEED)
    texts = ["", " ", "w", "x" * 1000, "/" * 9, "// w 0 0-0"]
    texts += (_damaged(position(rng), rng) for _ in range(3_000))
    page.goto("/account/sign-in/")
    codes = page.evaluate(
        """async ([address, texts]) => {
          const { parse } = await import(address);
          return texts.map((text) => {
            try {
              parse(text);
              return "";
            } catch (error) {
              return error.code;
            }
          });
        }""",
        [static(f"js/rules/{rules.name}.js"), texts],
    )

    assert [pair for pair in zip(texts, codes, strict=True) if _verdict(rules, pair[0]) != pair[1]] == []
    assert len(set(codes)) == 3  # right, malformed, more than the box holds


def _verdict(rules: Rules, text: str) -> str:
    try:
        rules.from_position(text)
    except PositionError as error:
        return error.code.value
    return ""


def _damaged(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text))
    letter = rng.choice("0123456789/~ ()ZDVzdvXNESWAMFBmfb-rw")
    return rng.choice(
        (
            text[:place] + letter + text[place:],
            text[:place] + letter + text[place + 1 :],
            text[:place] + text[place + 1 :],
        )
    )
