"""`dead POSITION`: whether a position is dead, with the proof, for the games that have such a rule."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from .. import registry
from ..adjudication.proof import DEFAULT_BUDGET, Budget, Evidence, Proof, ProofVerdict
from ..adjudication.protocol import Prover
from ..core import PositionError
from .inputs import add_json, positions_of
from .reports import print_json, report_position_error

HELP = "prove whether a position is dead: whether anything can still be captured"

_SENTENCES = {
    Evidence.REACH: "no piece could ever reach a capture, even if no other were in its way",
    Evidence.SEARCH: "every position that can arise was looked at",
    Evidence.WITNESS: "a capture is possible",
    Evidence.BUDGET: "the budget was used up",
    Evidence.FIRST_CANNOT_MOVE: "the first mover could not go on, and then the rule does not apply",
    Evidence.SECOND_CANNOT_MOVE: "the second mover could not go on, and then the rule does not apply",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position string; - reads them one a line")
    parser.add_argument(
        "--positions",
        type=_positions,
        default=DEFAULT_BUDGET.positions,
        metavar="N",
        help=f"look at so many positions at most (default: {DEFAULT_BUDGET.positions})",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=DEFAULT_BUDGET.seconds,
        metavar="S",
        help=f"take so long at most (default: {DEFAULT_BUDGET.seconds:g})",
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    budget = Budget(arguments.positions, arguments.seconds)
    status = 0
    for position in positions_of(arguments.position):
        try:
            proof = _prove(position, budget)
        except PositionError as error:
            report_position_error(error, position, as_json=arguments.json)
            status = 1
            continue
        if arguments.json:
            print_json(proof.as_json())
        else:
            _print_as_sentence(proof)
    return status


def _prove(position: str, budget: Budget) -> Proof:
    """By the first game with such a rule whose position this is; else the first game's objection."""
    objections: list[PositionError] = []
    for prover in _provers():
        try:
            return prover(position, budget)
        except PositionError as error:
            objections.append(error)
    raise objections[0]


def _provers() -> list[Prover]:
    adjudicators = (registry.rules(name).adjudicator for name in registry.names())
    return [adjudicator.prover for adjudicator in adjudicators if adjudicator.prover is not None]


def _print_as_sentence(proof: Proof) -> None:
    witness = f": {' '.join(proof.witness)}" if proof.verdict is ProofVerdict.ALIVE else ""
    print(f"{proof.verdict}: {_SENTENCES[proof.how]}{witness} ({proof.visited} positions looked at)")


def _positions(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise ArgumentTypeError(f"a number of positions is expected, not {text}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e6:
        raise ArgumentTypeError(f"a number of seconds is expected, not {text}")
    return seconds
