"""What a changed pairing breaks: the arbiter's boards against the engine's, criterion by criterion.

Each bracket of the changed pairing is compared with the best pairing of the same bracket, that is with the
floaters the changed pairing itself brought down. So a change is named once, where it happens, and not again
in every bracket below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from tournaments.pairing.bracket import BracketResult, pair_bracket
from tournaments.pairing.candidates import Candidate, candidates, initial_colour
from tournaments.pairing.colours import allocate
from tournaments.pairing.completion import complete
from tournaments.pairing.criteria import Bracket
from tournaments.pairing.evaluation import Criterion, Marks, evaluate
from tournaments.pairing.field import Field, colours_clash, with_bye_score
from tournaments.pairing.manual import check_boards
from tournaments.pairing.relaxation import ImpossibleRound
from tournaments.pairing.rounds import Board, RoundPairing, Wishes
from tournaments.pairing.swiss import bracket_frames, field_of, forbidden_pairs
from tournaments.pairing.tournament import Colour, Tournament


class Severity(Enum):
    """How grave a finding is."""

    FORBIDDEN = "forbidden"
    """An absolute criterion, or a wish of the arbiter that must hold."""
    WORSE = "worse"
    """A criterion is met less well than it could be."""
    ORDER = "order"
    """As good as the engine's, but another candidate comes first (articles 3.8.1 and 4)."""
    COLOURS = "colours"
    """Article 5 gives the colours the other way round."""


@dataclass(frozen=True, slots=True)
class RuleBreach:
    """One thing a changed pairing breaks."""

    weight: Severity
    article: str
    text: str
    players: tuple[int, ...] = ()
    criterion: Criterion | None = None
    engine: tuple[int, ...] = ()
    """What the best pairing of the bracket counts for the criterion."""
    changed: tuple[int, ...] = ()


def compare(tournament: Tournament, changed: RoundPairing, wishes: Wishes | None = None) -> list[RuleBreach]:
    """What a changed pairing of the next round breaks; nothing if it is the engine's own."""
    wishes = replace(wishes or Wishes(), absent=changed.others)
    problems = check_boards(tournament, changed)
    if problems:
        return [RuleBreach(Severity.FORBIDDEN, "1.9.1", problem) for problem in problems]
    findings = list(_against_wishes(tournament, changed, wishes))
    kept = tuple(lock for lock in wishes.locked if lock in changed.boards)
    kept_bye = wishes.locked_bye if wishes.locked_bye == changed.bye else None
    seated = {number for lock in kept for number in lock.players}
    boards = [each for each in changed.boards if not seated & each.players]
    bye = None if kept_bye is not None else changed.bye
    try:
        field = field_of(tournament, replace(wishes, locked=kept, locked_bye=kept_bye))
    except ImpossibleRound:
        numbers = [number for each in boards for number in each.players]
        field = _field_without_pairing(tournament, numbers if bye is None else [*numbers, bye])
        comparison = _Comparison(field, boards, bye)
        return findings + list(comparison.absolute()) + list(comparison.colours())
    comparison = _Comparison(field, boards, bye)
    return findings + list(comparison.absolute()) + list(comparison.brackets()) + list(comparison.colours())


def _field_without_pairing(tournament: Tournament, numbers: Sequence[int]) -> Field:
    """Players of a round the engine cannot pair: what breaks absolutely can still be said."""
    players = tuple(candidates(tournament, numbers))
    return Field(players, (0,) * (len(players) + 1), frozenset(), initial_colour(tournament), None, ())


def _against_wishes(tournament: Tournament, changed: RoundPairing, wishes: Wishes) -> Iterator[RuleBreach]:
    boards = set(changed.boards)
    forbidden = forbidden_pairs(tournament, wishes)
    for each in changed.boards:
        if each.players in forbidden:
            text = f"{each.white} and {each.black} are not to meet: the arbiter has forbidden it"
            yield RuleBreach(Severity.FORBIDDEN, "", text, (each.white, each.black))
    for lock in wishes.locked:
        if lock not in boards:
            text = f"the locked board of {lock.white} and {lock.black} is gone"
            yield RuleBreach(Severity.FORBIDDEN, "", text, (lock.white, lock.black))
    if wishes.locked_bye is not None and changed.bye != wishes.locked_bye:
        text = f"the locked bye of {wishes.locked_bye} is gone"
        yield RuleBreach(Severity.FORBIDDEN, "", text, (wishes.locked_bye,))


class _Comparison:
    def __init__(self, field: Field, boards: Sequence[Board], bye: int | None) -> None:
        self.boards = boards
        place_of = {player.number: place for place, player in enumerate(field.players)}
        self.pairs = sorted(
            (min(places), max(places))
            for places in ((place_of[each.white], place_of[each.black]) for each in boards)
        )
        self.place_of = place_of
        self.bye = None if bye is None else place_of[bye]
        self.best_bye_score = field.bye_score
        self.field = self._with_bye_of_the_change(field)

    def _with_bye_of_the_change(self, field: Field) -> Field:
        """The brackets are judged with the bye where the change has put it; [C5] is said apart."""
        if self.bye is None or field.bye_score is None:
            return field
        return with_bye_score(field, field.players[self.bye].score, also=self.bye)

    def absolute(self) -> Iterator[RuleBreach]:
        for one, other in self.pairs:
            first, second = self._player(one), self._player(other)
            numbers = (first.number, second.number)
            if second.number in first.opponents:
                text = f"{first.number} and {second.number} have met"
                yield _breach(Severity.FORBIDDEN, Criterion.C1, text, numbers)
            if colours_clash(first, second):
                text = f"{first.number} and {second.number} must both have the same colour"
                yield _breach(Severity.FORBIDDEN, Criterion.C3, text, numbers)
        if self.bye is None:
            return
        player = self._player(self.bye)
        if not player.may_have_bye:
            text = f"{player.number} has had a bye, or has won a round without playing"
            yield _breach(Severity.FORBIDDEN, Criterion.C2, text, (player.number,))
        if self.best_bye_score is not None and player.score > self.best_bye_score:
            text = f"the bye of {player.number} could go to a lower score"
            yield RuleBreach(
                Severity.WORSE,
                Criterion.C5.article,
                text,
                (player.number,),
                Criterion.C5,
                (self.best_bye_score,),
                (player.score,),
            )

    def brackets(self) -> Iterator[RuleBreach]:
        moved_down: tuple[int, ...] = ()
        for frame in bracket_frames(self.field):
            bracket = Bracket(moved_down, frame.residents, frame.following, frame.rest)
            everyone = set(bracket.moved_down + bracket.residents)
            pairs = tuple(pair for pair in self.pairs if everyone.issuperset(pair))
            paired = {place for pair in pairs for place in pair}
            moved_down = tuple(place for place in sorted(everyone) if place not in paired)
            best = self._best(bracket)
            if best is None:
                numbers = tuple(self._player(place).number for place in sorted(everyone))
                text = "those not yet paired cannot all be paired without breaking an absolute criterion"
                yield _breach(Severity.FORBIDDEN, Criterion.C4, text, numbers)
            elif set(best.pairs) != set(pairs):
                yield from self._differences(bracket, best.pairs, pairs)

    def colours(self) -> Iterator[RuleBreach]:
        for each in self.boards:
            one, other = sorted((self.place_of[each.white], self.place_of[each.black]))
            higher, lower = self._player(one), self._player(other)
            given = allocate(higher.colours, lower.colours, higher.seat, self.field.initial_colour)
            white = higher if given.higher is Colour.WHITE else lower
            if white.number != each.white:
                text = f"{white.number} should have White against {each.white}"
                yield RuleBreach(Severity.COLOURS, given.rule.article, text, (each.white, each.black))

    def _best(self, bracket: Bracket) -> BracketResult | None:
        left = 0
        for place in bracket.everybody:
            left |= 1 << place
        completion = complete(self.field.may_meet, left)
        return None if completion is None else pair_bracket(self.field, bracket, completion)

    def _differences(
        self, bracket: Bracket, best: tuple[tuple[int, int], ...], pairs: tuple[tuple[int, int], ...]
    ) -> Iterator[RuleBreach]:
        ours, theirs = evaluate(self.field, bracket, best), evaluate(self.field, bracket, pairs)
        touched = sorted({place for pair in set(best) ^ set(pairs) for place in pair})
        numbers = tuple(self._player(place).number for place in touched)
        worse = [criterion for criterion in ours if theirs[criterion] > ours[criterion]]
        for criterion in worse:
            yield _worse(criterion, ours, theirs, numbers)
        if not worse and all(self.field.may_meet[one] >> other & 1 for one, other in pairs):
            text = "as good, but the engine's pairing is generated first"
            yield RuleBreach(Severity.ORDER, "3.8.1", text, numbers)

    def _player(self, place: int) -> Candidate:
        return self.field.players[place]


def _breach(weight: Severity, criterion: Criterion, text: str, players: tuple[int, ...]) -> RuleBreach:
    return RuleBreach(weight, criterion.article, text, players, criterion)


def _worse(criterion: Criterion, ours: Marks, theirs: Marks, players: tuple[int, ...]) -> RuleBreach:
    engine, changed = ours[criterion], theirs[criterion]
    text = f"{criterion.wish}: {_count(engine)} with the engine's pairing, {_count(changed)} with the change"
    return RuleBreach(Severity.WORSE, criterion.article, text, players, criterion, engine, changed)


def _count(marks: tuple[int, ...]) -> str:
    return "none" if not marks else ", ".join(map(str, marks))
