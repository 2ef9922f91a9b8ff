"""A ply in words, for people who cannot see the board."""

from collections.abc import Sequence
from typing import Final

from .board import NAMES, Ply
from .coding import BLUE, KIND_BITS, MOVED, RAN, RESULT
from .knowledge import VISIBLE, View
from .pieces import SIDE_NAMES, AttackResult, Kind

_RESULT_WORDS: Final = {
    AttackResult.ATTACKER: "wins",
    AttackResult.DEFENDER: "loses",
    AttackResult.NEITHER: "both leave the board",
}


def in_words(board: Sequence[int], ply: Ply, view: View) -> str:
    """What this viewer sees happen: a kind is named only where he knows it, or learns it now."""
    code, victim = board[ply.source], board[ply.target]
    source, target = NAMES[ply.source], NAMES[ply.target]
    mover, other = (SIDE_NAMES[1], SIDE_NAMES[0]) if code & BLUE else SIDE_NAMES
    if victim:
        # An attack shows both pieces to everybody.
        attacker, defender = Kind(code & KIND_BITS), Kind(victim & KIND_BITS)
        if defender is Kind.FLAG:
            return f"{mover}: {attacker} from {source} captures {other}'s flag on {target} and wins the game"
        end = _RESULT_WORDS[RESULT[attacker][defender]]
        return f"{mover}: {attacker} from {source} attacks {other}'s {defender} on {target} and {end}"
    after = code | MOVED | RAN if ply.between else code | MOVED
    kind = VISIBLE[view][after].kind
    return f"{mover}: {'piece' if kind is None else kind} from {source} to {target}"
