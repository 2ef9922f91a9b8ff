"""Rounds that were not played, in words: which score stands in for an opponent's, and by which article."""

from __future__ import annotations

from tournaments.pairing.messages import Message
from tournaments.standings.scorebook import AS_THE_RULES_SAY, Scorebook, UnplayedRounds


def score_met(
    book: Scorebook, number: int, index: int, unplayed: UnplayedRounds = AS_THE_RULES_SAY
) -> Message:
    """What a round contributes to a player's Buchholz, and why."""
    sheet = book.sheets[number]
    opponent = sheet.entries[index].opponent
    kind = sheet.kinds[index]
    text = book.system.text
    counts_as_game = kind.regular or (unplayed.forfeits_as_games and kind.forfeit)
    if counts_as_game and opponent is not None:
        return Message(
            "%(name)s has %(score)s", name=_name(book, opponent), score=_adjusted_score(book, opponent)
        )
    outcome, own = Message(kind.outcome.value), text(sheet.points)
    if unplayed.as_draws_with_oneself:
        return Message(
            "not played (%(outcome)s), counts as a draw with oneself: %(own)s", outcome=outcome, own=own
        )
    dummy = book.dummy_score(sheet, index)
    if dummy == sheet.points:
        return Message(
            "not played (%(outcome)s), counts as met a dummy with the player's own %(own)s",
            outcome=outcome,
            own=own,
        )
    if opponent is not None:
        return Message(
            "not played (%(outcome)s), counts as met a dummy with the player's own %(own)s, but no more than "
            "%(name)s has: %(score)s (article 16.4.1)",
            outcome=outcome,
            own=own,
            name=_name(book, opponent),
            score=_adjusted_score(book, opponent),
        )
    return Message(
        "not played (%(outcome)s), counts as met a dummy with the player's own %(own)s, but no more than "
        "%(number)d draws: %(score)s (article 16.4.2)",
        outcome=outcome,
        own=own,
        number=book.rounds,
        score=text(dummy),
    )


def _adjusted_score(book: Scorebook, number: int) -> str:
    """An opponent's score, with the reason where it is not the score of the table (16.3.2)."""
    sheet = book.sheets[number]
    late = book.late_requested_byes(sheet)
    text = book.system.text
    adjusted = book.adjusted[number]
    if adjusted == sheet.points:
        return text(adjusted)
    values = {
        "score": text(adjusted),
        "points": text(sheet.points),
        "rounds": ", ".join(str(index + 1) for index in sorted(late)),
    }
    if len(late) > 1:
        return Message(
            "%(score)s, that is %(points)s with rounds %(rounds)s, missed for good, as draws (article 16.3.2)",
            **values,
        )
    return Message(
        "%(score)s, that is %(points)s with round %(rounds)s, missed for good, as draws (article 16.3.2)",
        **values,
    )


def _name(book: Scorebook, number: int) -> str:
    name = book.tournament.player(number).name
    return f"{name} ({number})" if name else Message("player %(number)d", number=number)
