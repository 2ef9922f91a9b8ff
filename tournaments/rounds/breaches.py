"""What a round changed by hand breaks, in words, before it is saved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import PairingSystem
from tournaments.pairing import Finding, KeizerRules, PointSystem, RoundPairing, Weight, Wishes, compare
from tournaments.pairing.evaluation import Criterion
from tournaments.rounds.computing import berger_round
from tournaments.rounds.criteria_words import wish_in_words
from tournaments.rounds.inputs import Inputs

IN_POINTS: Final = frozenset({Criterion.C7, Criterion.C18, Criterion.C19, Criterion.C20, Criterion.C21})


@dataclass(frozen=True)
class Breach:
    """`weight` is as `tournaments.pairing.Weight` has it: forbidden, worse, order or colours."""

    weight: str
    sentence: str
    article: str = ""


def breaches(inputs: Inputs, changed: RoundPairing, names: Mapping[int, str]) -> list[Breach]:
    """`names` by starting ranks."""
    match inputs.system:
        case PairingSystem.SWISS:
            wishes = _wishes_that_fit(inputs.wishes, changed)
            found = compare(inputs.tournament, changed, wishes)
            points = inputs.tournament.point_system
            return [_of_finding(finding, wishes, names, points) for finding in found]
        case PairingSystem.KEIZER:
            return list(_of_keizer(inputs, changed, names))
        case PairingSystem.ROUND_ROBIN:
            return list(_of_the_table(inputs, changed, names))
    return []


def _wishes_that_fit(wishes: Wishes, changed: RoundPairing) -> Wishes:
    """Without locks of players who are out now."""
    return replace(
        wishes,
        absent={},
        locked=tuple(board for board in wishes.locked if not board.players & changed.others.keys()),
        locked_bye=None if wishes.locked_bye in changed.others else wishes.locked_bye,
    )


def _of_finding(finding: Finding, wishes: Wishes, names: Mapping[int, str], points: PointSystem) -> Breach:
    return Breach(
        finding.weight.value,
        _sentence(finding, wishes, _people(finding.players, names), points),
        finding.article,
    )


def _sentence(finding: Finding, wishes: Wishes, people: Sequence[str], points: PointSystem) -> str:
    words = {"one": people[0] if people else "", "other": people[-1] if people else ""}
    match finding.weight, finding.criterion:
        case Weight.FORBIDDEN, Criterion.C1:
            return _("%(one)s and %(other)s have met.") % words
        case Weight.FORBIDDEN, Criterion.C2:
            return _("%(one)s has had a bye, or has won a round without playing.") % words
        case Weight.FORBIDDEN, Criterion.C3:
            return _("%(one)s and %(other)s must both have the same colour.") % words
        case Weight.FORBIDDEN, Criterion.C4:
            return _("With these boards the others cannot all be paired by the rules.")
        case Weight.FORBIDDEN, _:
            return _of_a_wish(finding, wishes, words)
        case Weight.WORSE, Criterion.C5:
            return _("The bye of %(one)s could go to a lower score.") % words
        case Weight.WORSE, criterion if criterion is not None:
            return _(
                "%(wish)s: %(engine)s by the rules, %(changed)s with this change. It concerns %(people)s."
            ) % {
                "wish": wish_in_words(criterion),
                "engine": _count(criterion, finding.engine, points),
                "changed": _count(criterion, finding.changed, points),
                "people": _some(people),
            }
        case Weight.COLOURS, _:
            return _("The rules give %(one)s and %(other)s the colours the other way round.") % words
    return _("As good, but the rules take another pairing first. It concerns %(people)s.") % {
        "people": _some(people)
    }


def _of_a_wish(finding: Finding, wishes: Wishes, words: Mapping[str, str]) -> str:
    if len(finding.players) == 1:
        return _("%(one)s was to keep the bye.") % words
    if any(board.players == frozenset(finding.players) for board in wishes.locked):
        return _("The board of %(one)s and %(other)s was to be kept.") % words
    return _("%(one)s and %(other)s are kept apart.") % words


def _of_keizer(inputs: Inputs, changed: RoundPairing, names: Mapping[int, str]) -> Iterator[Breach]:
    between = KeizerRules().rounds_between
    recent = inputs.tournament.rounds[-between:]
    for board in changed.boards:
        words = {"one": names[board.white], "other": names[board.black]}
        if board.players in inputs.wishes.forbidden:
            yield Breach(Weight.FORBIDDEN.value, _("%(one)s and %(other)s are kept apart.") % words)
        entries = (played.entry(board.white) for played in recent)
        if any(entry.opponent == board.black and entry.outcome.played for entry in entries):
            sentence = _("%(one)s and %(other)s have met in the last %(rounds)s rounds.")
            yield Breach(Weight.WORSE.value, sentence % {**words, "rounds": between})


def _of_the_table(inputs: Inputs, changed: RoundPairing, names: Mapping[int, str]) -> Iterator[Breach]:
    table = berger_round(inputs).boards
    pairs = {board.players for board in table}
    for board in changed.boards:
        words = {"one": names[board.white], "other": names[board.black]}
        if board.players not in pairs:
            sentence = _("%(one)s and %(other)s do not meet in this round of the table.")
            yield Breach(Weight.FORBIDDEN.value, sentence % words)
        elif board not in table:
            sentence = _("The table gives %(one)s and %(other)s the colours the other way round.")
            yield Breach(Weight.COLOURS.value, sentence % words)


def _people(numbers: Sequence[int], names: Mapping[int, str]) -> list[str]:
    return [names.get(number, str(number)) for number in numbers]


def _some(people: Sequence[str], most: int = 6) -> str:
    shown = ", ".join(people[:most])
    return shown if len(people) <= most else _("%(people)s and others") % {"people": shown}


def _count(criterion: Criterion, marks: Sequence[int], points: PointSystem) -> str:
    """Some criteria count players, some name scores."""
    text = points.text if criterion in IN_POINTS else str
    return ", ".join(map(text, marks)) if marks else _("none")
