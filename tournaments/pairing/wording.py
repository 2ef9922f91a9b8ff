"""Explanations of pairings in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.pairing.candidates import Float
from tournaments.pairing.colours import ColourRule, Strength
from tournaments.pairing.explanation import ByeExplanation, Explanation, Ground, Obstacle, Side
from tournaments.pairing.tournament import Colour, Tournament

COLOUR_NAMES: Mapping[Colour, str] = {Colour.WHITE: "White", Colour.BLACK: "Black"}

_STRENGTHS = {Strength.MILD: "mildly", Strength.STRONG: "strongly", Strength.ABSOLUTE: "absolutely"}

_COLOUR_RULES = {
    ColourRule.BOTH_PREFERENCES: "both get the colour they are due, or only one is due one",
    ColourRule.STRONGER_PREFERENCE: "both are due the same colour, and the stronger claim is granted",
    ColourRule.ALTERNATION: "both are due the same colour with equal claims, and they swap"
    " the colours of the latest round in which theirs differed",
    ColourRule.HIGHER_RANKED: "both are due the same colour with equal claims and equal histories,"
    " and the higher ranked gets it",
    ColourRule.INITIAL_COLOUR: "neither is due a colour, and the drawn initial colour decides",
}


def in_words(
    tournament: Tournament, why: Explanation, colours: Mapping[Colour, str] = COLOUR_NAMES
) -> list[str]:
    """The explanation of a board, a sentence each; `colours` are what the game calls them."""
    return list(_board(tournament, why, colours))


def bye_in_words(tournament: Tournament, why: ByeExplanation) -> list[str]:
    """The explanation of the bye, a sentence each."""
    name = _name(tournament, why.number)
    if why.locked:
        return [f"{name} has the bye because the arbiter has locked it."]
    points = tournament.point_system.text(why.score)
    reason = f"the lowest score it can go to so that everybody else can be paired is {points}"
    sentences = [f"{name} has the pairing-allocated bye: {reason} (article 2.3.1 [C5])."]
    if why.excluded:
        names = ", ".join(_name(tournament, number) for number in why.excluded)
        sentences.append(
            f"It cannot go to {names}: they had one, or won a round without playing (article 2.1.2 [C2])."
        )
    sentences.append(f"Rounds without a game so far: {why.unplayed} (article 2.4.4 [C9]).")
    return sentences


def _board(tournament: Tournament, why: Explanation, colours: Mapping[Colour, str]) -> Iterator[str]:
    white, black = (_name(tournament, side.number) for side in (why.white, why.black))
    if why.ground is Ground.LOCKED:
        yield f"{white} meets {black} because the arbiter has locked the board."
        return
    points = tournament.point_system.text
    yield (
        f"{white} and {black} were paired in the bracket of {points(why.bracket_score)} points,"
        f" which has {len(why.bracket_players)} players."
    )
    for side, name in ((why.white, white), (why.black, black)):
        if side.float is Float.DOWN:
            yield f"{name} comes down with {points(side.score)} points: a downfloat."
        elif side.float is Float.UP:
            yield f"{name} meets a higher score: an upfloat."
    yield _decision(tournament, why)
    for obstacle in why.obstacles:
        yield _obstacle(tournament, obstacle)
    for side in (why.white, why.black):
        yield _colour_due(tournament, side, colours)
    if why.colour_rule is not None:
        first = colours[Colour.WHITE]
        yield (f"{white} has {first}: {_COLOUR_RULES[why.colour_rule]} (article {why.colour_rule.article}).")


def _decision(tournament: Tournament, why: Explanation) -> str:
    first = "to float down" if why.first_choice is None else f"to meet {_name(tournament, why.first_choice)}"
    turn = f"The first candidate had the higher ranked {first}"
    match why.ground:
        case Ground.FIRST_CANDIDATE:
            return "They meet as in the bracket's first candidate (article 3.3.1)."
        case Ground.MET_BEFORE:
            return f"{turn}, but they have met (article 2.1.1 [C1])."
        case Ground.COLOURS:
            return f"{turn}, but both must have the same colour (article 2.1.3 [C3])."
        case Ground.FORBIDDEN:
            return f"{turn}, but that pair is forbidden."
        case Ground.CRITERION if why.criterion is not None:
            criterion = why.criterion
            place = f"article {criterion.article} [{criterion.code}]" if criterion.article else "a wish"
            return f"{turn}; that would have met a criterion worse: {criterion.wish} ({place})."
        case _:
            return f"{turn}; of the candidates that are equally good this one comes first (article 4)."


def _obstacle(tournament: Tournament, obstacle: Obstacle) -> str:
    one, other = _name(tournament, obstacle.player), _name(tournament, obstacle.opponent)
    match obstacle.ground:
        case Ground.MET_BEFORE:
            return f"{one} met {other} in round {obstacle.round_number}."
        case Ground.COLOURS:
            return f"{one} and {other} must both have the same colour."
        case _:
            return f"{one} and {other} are not to meet: the arbiter has forbidden it."


def _colour_due(tournament: Tournament, side: Side, colours: Mapping[Colour, str]) -> str:
    name = _name(tournament, side.number)
    if side.due is None:
        return f"{name} is due no colour."
    granted = "has it" if side.due is side.colour else "does not have it"
    return f"{name} is {_STRENGTHS[side.strength]} due {colours[side.due]} and {granted}."


def _name(tournament: Tournament, number: int) -> str:
    name = tournament.player(number).name
    return f"{name} ({number})" if name else f"number {number}"
