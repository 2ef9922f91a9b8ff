"""What the arbiter fixes before a round is paired, and which of it has to be relaxed if it cannot be paired.

Constraints are stored with the round as ids of entries, because a round can be paired again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.utils.translation import gettext as _

from tournaments.models import Entry, Round
from tournaments.pairing import ImpossibleRound
from tournaments.pairing.relaxation import Constraint


@dataclass(frozen=True)
class PairingConstraints:
    boards: tuple[tuple[int, int], ...] = ()
    """Who sits there, first colour first."""
    bye: int | None = None
    allowed: frozenset[frozenset[int]] = frozenset()
    """Pairs that are kept apart otherwise, but may meet in this round."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(
            boards=tuple((first, second) for first, second in stored.get("boards", ())),
            bye=stored.get("bye"),
            allowed=frozenset(frozenset(pair) for pair in stored.get("allowed", ())),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "boards": [list(pair) for pair in self.boards],
            "bye": self.bye,
            "allowed": sorted(sorted(pair) for pair in self.allowed),
        }

    def __bool__(self) -> bool:
        return bool(self.boards or self.bye or self.allowed)


def serialize_relaxations(impossible: ImpossibleRound, entries: Mapping[int, Entry]) -> list[dict[str, Any]]:
    return [
        {"constraint": each.constraint.name, "entries": [entries[number].pk for number in each.players]}
        for each in impossible.relaxations
    ]


def load_relaxations(round_: Round) -> list[str]:
    """In words, of a round that could not be paired. One query, and none if there are none."""
    if not round_.relaxations:
        return []
    return describe_relaxations(round_, round_.section.entries.select_related("person"))


def describe_relaxations(round_: Round, entries: Iterable[Entry]) -> list[str]:
    names = {entry.pk: str(entry) for entry in entries}
    return [_describe_relaxation(each, names) for each in round_.relaxations]


def _describe_relaxation(relaxation: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """`names` by the ids of entries."""
    people = [names.get(pk, "?") for pk in relaxation["entries"]]
    words = {"one": people[0], "other": people[-1]}
    match Constraint[relaxation["constraint"]]:
        case Constraint.FORBIDDEN_PAIR:
            return _("%(one)s and %(other)s may meet, although they are kept apart.") % words
        case Constraint.LOCKED_BOARD:
            return _("The board of %(one)s and %(other)s is not kept.") % words
        case Constraint.LOCKED_BYE:
            return _("%(one)s does not keep the bye.") % words
        case Constraint.COLOURS:
            return _("%(one)s and %(other)s meet, although both must have the same colour.") % words
        case Constraint.SECOND_BYE:
            return (
                _("%(one)s has the bye, although there was one before or a round won without playing.")
                % words
            )
        case Constraint.REMATCH:
            return _("%(one)s and %(other)s meet a second time.") % words


def apply_relaxations(
    constraints: PairingConstraints, relaxations: Sequence[Mapping[str, Any]]
) -> PairingConstraints:
    """The constraints that are left once all of these are given up."""
    boards, bye, allowed = list(constraints.boards), constraints.bye, set(constraints.allowed)
    for each in relaxations:
        concerned = [int(pk) for pk in each["entries"]]
        match Constraint[each["constraint"]]:
            case Constraint.FORBIDDEN_PAIR:
                allowed.add(frozenset(concerned))
            case Constraint.LOCKED_BOARD:
                boards = [pair for pair in boards if set(pair) != set(concerned)]
            case Constraint.LOCKED_BYE:
                bye = None
            case Constraint.COLOURS | Constraint.REMATCH:
                pair = (concerned[0], concerned[-1])
                if not any(set(pair) & set(board) for board in boards):
                    boards.append(pair)
            case Constraint.SECOND_BYE:
                bye = concerned[0]
    boards = [pair for pair in boards if bye not in pair]
    return replace(constraints, boards=tuple(boards), bye=bye, allowed=frozenset(allowed))
