"""Explanations of pairings in words, which can be said in other languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.pairing.candidates import Float
from tournaments.pairing.colours import ColourRule, Strength
from tournaments.pairing.evaluation import Criterion
from tournaments.pairing.explanation import ByeExplanation, Explanation, Obstacle, Reason, Side
from tournaments.pairing.messages import Message, template
from tournaments.pairing.tournament import Colour, Tournament

COLOUR_NAMES: Mapping[Colour, str] = {Colour.WHITE: "White", Colour.BLACK: "Black"}

# By whether the colour is granted.
_DUE = {
    Strength.MILD: {
        True: template("%(name)s is mildly due %(colour)s and has it."),
        False: template("%(name)s is mildly due %(colour)s and does not have it."),
    },
    Strength.STRONG: {
        True: template("%(name)s is strongly due %(colour)s and has it."),
        False: template("%(name)s is strongly due %(colour)s and does not have it."),
    },
    Strength.ABSOLUTE: {
        True: template("%(name)s is absolutely due %(colour)s and has it."),
        False: template("%(name)s is absolutely due %(colour)s and does not have it."),
    },
}
_COLOUR_RULES = {
    ColourRule.BOTH_PREFERENCES: template(
        "%(name)s has %(colour)s: both get the colour they are due, or only one is due one (article %(article)s)."
    ),
    ColourRule.STRONGER_PREFERENCE: template(
        "%(name)s has %(colour)s: both are due the same colour, and the stronger claim is granted "
        "(article %(article)s)."
    ),
    ColourRule.ALTERNATION: template(
        "%(name)s has %(colour)s: both are due the same colour with equal claims, and they swap the colours of the "
        "latest round in which theirs differed (article %(article)s)."
    ),
    ColourRule.HIGHER_RANKED: template(
        "%(name)s has %(colour)s: both are due the same colour with equal claims and equal histories, and the higher "
        "ranked gets it (article %(article)s)."
    ),
    ColourRule.INITIAL_COLOUR: template(
        "%(name)s has %(colour)s: neither is due a colour, and the drawn initial colour decides (article %(article)s)."
    ),
}


def explanation_lines(
    tournament: Tournament, why: Explanation, colours: Mapping[Colour, str] = COLOUR_NAMES
) -> list[Message]:
    """The explanation of a board, a sentence each; `colours` are what the game calls them."""
    return list(_board(tournament, why, colours))


def bye_explanation_lines(tournament: Tournament, why: ByeExplanation) -> list[Message]:
    """The explanation of the bye, a sentence each."""
    name = _name(tournament, why.number)
    if why.locked:
        return [Message("%(name)s has the bye because the arbiter has locked it.", name=name)]
    sentences = [
        Message(
            "%(name)s has the pairing-allocated bye: the lowest score it can go to so that everybody else can be "
            "paired is %(points)s (article 2.3.1 [C5]).",
            name=name,
            points=tournament.point_system.text(why.score),
        )
    ]
    if why.excluded:
        sentences.append(
            Message(
                "It cannot go to %(names)s: they had one, or won a round without playing (article 2.1.2 [C2]).",
                names=", ".join(_name(tournament, number) for number in why.excluded),
            )
        )
    sentences.append(
        Message("Rounds without a game so far: %(number)d (article 2.4.4 [C9]).", number=why.unplayed)
    )
    return sentences


def _board(tournament: Tournament, why: Explanation, colours: Mapping[Colour, str]) -> Iterator[Message]:
    white, black = (_name(tournament, side.number) for side in (why.white, why.black))
    if why.ground is Reason.LOCKED:
        yield Message(
            "%(one)s meets %(other)s because the arbiter has locked the board.", one=white, other=black
        )
        return
    points = tournament.point_system.text
    yield Message(
        "%(one)s and %(other)s were paired among the %(number)d players with the score %(points)s.",
        one=white,
        other=black,
        points=points(why.bracket_score),
        number=len(why.bracket_players),
    )
    for side, name in ((why.white, white), (why.black, black)):
        if side.float is Float.DOWN:
            yield Message(
                "%(name)s comes down from the score %(points)s: a downfloat.",
                name=name,
                points=points(side.score),
            )
        elif side.float is Float.UP:
            yield Message("%(name)s meets a higher score: an upfloat.", name=name)
    yield _decision(tournament, why)
    for obstacle in why.obstacles:
        yield _obstacle(tournament, obstacle)
    for side in (why.white, why.black):
        yield _colour_due(tournament, side, colours)
    if (rule := why.colour_rule) is not None:
        yield Message(_COLOUR_RULES[rule], name=white, colour=colours[Colour.WHITE], article=rule.article)


def _decision(tournament: Tournament, why: Explanation) -> Message:
    if why.ground is Reason.FIRST_CANDIDATE:
        return Message("They meet as in the bracket's first candidate (article 3.3.1).")
    turn = (
        Message("The first candidate had the higher ranked to float down")
        if why.first_choice is None
        else Message(
            "The first candidate had the higher ranked to meet %(name)s",
            name=_name(tournament, why.first_choice),
        )
    )
    match why.ground:
        case Reason.MET_BEFORE:
            return Message("%(turn)s, but they have met (article 2.1.1 [C1]).", turn=turn)
        case Reason.COLOURS:
            return Message("%(turn)s, but both must have the same colour (article 2.1.3 [C3]).", turn=turn)
        case Reason.FORBIDDEN:
            return Message("%(turn)s, but that pair is forbidden.", turn=turn)
        case Reason.CRITERION if why.criterion is not None:
            return _worse(turn, why.criterion)
        case _:
            return Message(
                "%(turn)s; of the candidates that are equally good this one comes first (article 4).",
                turn=turn,
            )


def _worse(turn: Message, criterion: Criterion) -> Message:
    wish = Message(criterion.wish)
    if not criterion.article:
        return Message(
            "%(turn)s; that would have met a criterion worse: %(wish)s (a wish).", turn=turn, wish=wish
        )
    return Message(
        "%(turn)s; that would have met a criterion worse: %(wish)s (article %(article)s [%(code)s]).",
        turn=turn,
        wish=wish,
        article=criterion.article,
        code=criterion.code,
    )


def _obstacle(tournament: Tournament, obstacle: Obstacle) -> Message:
    one, other = _name(tournament, obstacle.player), _name(tournament, obstacle.opponent)
    match obstacle.ground:
        case Reason.MET_BEFORE:
            number = obstacle.round_number or 0
            return Message("%(one)s met %(other)s in round %(round)d.", one=one, other=other, round=number)
        case Reason.COLOURS:
            return Message("%(one)s and %(other)s must both have the same colour.", one=one, other=other)
        case _:
            return Message(
                "%(one)s and %(other)s are not to meet: the arbiter has forbidden it.", one=one, other=other
            )


def _colour_due(tournament: Tournament, side: Side, colours: Mapping[Colour, str]) -> Message:
    name = _name(tournament, side.number)
    if side.due is None:
        return Message("%(name)s is due no colour.", name=name)
    return Message(_DUE[side.strength][side.due is side.colour], name=name, colour=colours[side.due])


def _name(tournament: Tournament, number: int) -> str:
    name = tournament.player(number).name
    return f"{name} ({number})" if name else Message("number %(number)d", number=number)
