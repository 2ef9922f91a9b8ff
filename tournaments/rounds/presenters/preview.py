"""A change of a draft before it is saved: the boards it changes, and what it breaks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import Refused
from tournaments.models import PairingSystem, Round, RoundState
from tournaments.pairing import (
    Board,
    KeizerRules,
    PointSystem,
    RoundPairing,
    RuleBreach,
    Severity,
    Wishes,
    compare,
)
from tournaments.pairing.evaluation import Criterion
from tournaments.rounds.selectors.pairing_input import PairingInput, load_pairing_input, load_round_pairing
from tournaments.rounds.services.draft import DraftChange, apply_change
from tournaments.rounds.services.pairing import berger_round
from tournaments.tournament_data import SectionData, load_section_data

SCORE_CRITERIA: Final = frozenset({Criterion.C7, Criterion.C18, Criterion.C19, Criterion.C20, Criterion.C21})

_CRITERIA: Final[Mapping[Criterion, str | Promise]] = {
    Criterion.C1: gettext_lazy("Nobody meets the same opponent twice"),
    Criterion.C2: gettext_lazy("Nobody has a second bye, or one after a win without playing"),
    Criterion.C3: gettext_lazy("No two players meet who both must have the same colour"),
    Criterion.C4: gettext_lazy("Everybody not yet paired can still be paired"),
    Criterion.C5: gettext_lazy("The lowest score possible for the bye"),
    Criterion.C6: gettext_lazy("As few downfloaters as possible"),
    Criterion.C7: gettext_lazy("The lowest scores possible for the downfloaters"),
    Criterion.C8: gettext_lazy("As few and as low downfloaters as possible from the following bracket"),
    Criterion.C9: gettext_lazy("The fewest unplayed games for the player with the bye"),
    Criterion.AVOIDED: gettext_lazy("Pairs that are kept apart if possible"),
    Criterion.C10: gettext_lazy("No colour difference beyond 2 for topscorers and their opponents"),
    Criterion.C11: gettext_lazy("No third game in a row with one colour for topscorers and their opponents"),
    Criterion.C12: gettext_lazy("As many colour preferences granted as possible"),
    Criterion.C13: gettext_lazy("As many strong colour preferences granted as possible"),
    Criterion.C14: gettext_lazy("No downfloat after a downfloat in the previous round"),
    Criterion.C15: gettext_lazy("No upfloat after an upfloat in the previous round"),
    Criterion.C16: gettext_lazy("No downfloat after a downfloat two rounds before"),
    Criterion.C17: gettext_lazy("No upfloat after an upfloat two rounds before"),
    Criterion.C18: gettext_lazy("Small score differences for those who floated down in the previous round"),
    Criterion.C19: gettext_lazy("Small score differences for those who floated up in the previous round"),
    Criterion.C20: gettext_lazy("Small score differences for those who floated down two rounds before"),
    Criterion.C21: gettext_lazy("Small score differences for those who floated up two rounds before"),
}


@dataclass(frozen=True)
class Breach:
    """`weight` is a value of `tournaments.pairing.comparison.Severity`: forbidden, worse, order or colours."""

    weight: str
    sentence: str
    article: str = ""


def find_breaches(inputs: PairingInput, changed: RoundPairing, names: Mapping[int, str]) -> list[Breach]:
    """`names` by starting ranks."""
    match inputs.system:
        case PairingSystem.SWISS:
            wishes = _wishes_for_change(inputs.wishes, changed)
            found = compare(inputs.tournament, changed, wishes)
            points = inputs.tournament.point_system
            return [_swiss_breach(finding, wishes, names, points) for finding in found]
        case PairingSystem.KEIZER:
            return list(_keizer_breaches(inputs, changed, names))
        case PairingSystem.ROUND_ROBIN:
            return list(_round_robin_breaches(inputs, changed, names))
    return []


def _wishes_for_change(wishes: Wishes, changed: RoundPairing) -> Wishes:
    """Without locks of players who are out now."""
    return replace(
        wishes,
        absent={},
        locked=tuple(board for board in wishes.locked if not board.players & changed.others.keys()),
        locked_bye=None if wishes.locked_bye in changed.others else wishes.locked_bye,
    )


def _swiss_breach(
    finding: RuleBreach, wishes: Wishes, names: Mapping[int, str], points: PointSystem
) -> Breach:
    return Breach(
        finding.weight.value,
        _sentence(finding, wishes, _people(finding.players, names), points),
        finding.article,
    )


def _sentence(finding: RuleBreach, wishes: Wishes, people: Sequence[str], points: PointSystem) -> str:
    words = {"one": people[0] if people else "", "other": people[-1] if people else ""}
    match finding.weight, finding.criterion:
        case Severity.FORBIDDEN, Criterion.C1:
            return _("%(one)s and %(other)s have met.") % words
        case Severity.FORBIDDEN, Criterion.C2:
            return _("%(one)s has had a bye, or has won a round without playing.") % words
        case Severity.FORBIDDEN, Criterion.C3:
            return _("%(one)s and %(other)s must both have the same colour.") % words
        case Severity.FORBIDDEN, Criterion.C4:
            return _("With these boards the others cannot all be paired by the rules.")
        case Severity.FORBIDDEN, _:
            return _wish_sentence(finding, wishes, words)
        case Severity.WORSE, Criterion.C5:
            return _("The bye of %(one)s could go to a lower score.") % words
        case Severity.WORSE, criterion if criterion is not None:
            return _(
                "%(wish)s: %(engine)s by the rules, %(changed)s with this change. It concerns %(people)s."
            ) % {
                "wish": describe_criterion(criterion),
                "engine": _format_marks(criterion, finding.engine, points),
                "changed": _format_marks(criterion, finding.changed, points),
                "people": _shorten_list(people),
            }
        case Severity.COLOURS, _:
            return _("The rules give %(one)s and %(other)s the colours the other way round.") % words
    return _("As good, but the rules take another pairing first. It concerns %(people)s.") % {
        "people": _shorten_list(people)
    }


def _wish_sentence(finding: RuleBreach, wishes: Wishes, words: Mapping[str, str]) -> str:
    if len(finding.players) == 1:
        return _("%(one)s was to keep the bye.") % words
    if any(board.players == frozenset(finding.players) for board in wishes.locked):
        return _("The board of %(one)s and %(other)s was to be kept.") % words
    return _("%(one)s and %(other)s are kept apart.") % words


def _keizer_breaches(
    inputs: PairingInput, changed: RoundPairing, names: Mapping[int, str]
) -> Iterator[Breach]:
    between = KeizerRules().rounds_between
    recent = inputs.tournament.rounds[-between:]
    for board in changed.boards:
        words = {"one": names[board.white], "other": names[board.black]}
        if board.players in inputs.wishes.forbidden:
            yield Breach(Severity.FORBIDDEN.value, _("%(one)s and %(other)s are kept apart.") % words)
        entries = (played.entry(board.white) for played in recent)
        if any(entry.opponent == board.black and entry.outcome.played for entry in entries):
            sentence = _("%(one)s and %(other)s have met in the last %(rounds)s rounds.")
            yield Breach(Severity.WORSE.value, sentence % {**words, "rounds": between})


def _round_robin_breaches(
    inputs: PairingInput, changed: RoundPairing, names: Mapping[int, str]
) -> Iterator[Breach]:
    table = berger_round(inputs).boards
    pairs = {board.players for board in table}
    for board in changed.boards:
        words = {"one": names[board.white], "other": names[board.black]}
        if board.players not in pairs:
            sentence = _("%(one)s and %(other)s do not meet in this round of the table.")
            yield Breach(Severity.FORBIDDEN.value, sentence % words)
        elif board not in table:
            sentence = _("The table gives %(one)s and %(other)s the colours the other way round.")
            yield Breach(Severity.COLOURS.value, sentence % words)


def _people(numbers: Sequence[int], names: Mapping[int, str]) -> list[str]:
    return [names.get(number, str(number)) for number in numbers]


def _shorten_list(people: Sequence[str], most: int = 6) -> str:
    shown = ", ".join(people[:most])
    return shown if len(people) <= most else _("%(people)s and others") % {"people": shown}


def _format_marks(criterion: Criterion, marks: Sequence[int], points: PointSystem) -> str:
    """Some criteria count players, some name scores."""
    text = points.text if criterion in SCORE_CRITERIA else str
    return ", ".join(map(text, marks)) if marks else _("none")


def describe_criterion(criterion: Criterion) -> str:
    return str(_CRITERIA[criterion])


@dataclass(frozen=True)
class ChangePreview:
    """The round as the change would make it."""

    before: RoundPairing
    after: RoundPairing
    breaches: list[Breach]
    data: SectionData

    @property
    def changed_boards(self) -> list[tuple[int, Board]]:
        """New boards with their numbers."""
        old = set(self.before.boards)
        return [
            (number, board) for number, board in enumerate(self.after.boards, start=1) if board not in old
        ]

    @property
    def gone_boards(self) -> list[tuple[int, Board]]:
        new = set(self.after.boards)
        return [
            (number, board) for number, board in enumerate(self.before.boards, start=1) if board not in new
        ]


def preview_change(round_: Round, change: DraftChange) -> ChangePreview:
    """Refuses what makes no round. Eight queries, and a computation in a Swiss.

    Colours of a knockout are changed without one: nothing can be broken there.
    """
    if round_.state != RoundState.PAIRED:
        raise Refused(_("Only a round that is paired and not published can be changed."))
    data = load_section_data(round_.section, before=round_.number)
    before = load_round_pairing(round_, data.number_of)
    after = apply_change(round_, change, before)
    names = {rank: str(entry) for rank, entry in data.entries.items()}
    return ChangePreview(before, after, find_breaches(load_pairing_input(round_, data), after, names), data)
