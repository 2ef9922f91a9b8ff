"""Rounds that were not played, in words: which score stands in for an opponent's, and by which article."""

from __future__ import annotations

from tournaments.standings.scorebook import Scorebook


def score_met(book: Scorebook, number: int, index: int) -> str:
    """What a round contributes to a player's Buchholz, and why."""
    sheet = book.sheets[number]
    opponent = sheet.entries[index].opponent
    kind = sheet.kinds[index]
    text = book.system.text
    if kind.regular and opponent is not None:
        return f"{_name(book, opponent)} has {_adjusted_score(book, opponent)}"
    dummy = book.dummy_score(sheet, index)
    own = f"counts as met a dummy with the player's own {text(sheet.points)}"
    if dummy == sheet.points:
        limit = ""
    elif opponent is not None:
        theirs = f"{_name(book, opponent)} has: {_adjusted_score(book, opponent)}"
        limit = f", but no more than {theirs} (article 16.4.1)"
    else:
        limit = f", but no more than {book.rounds} draws: {text(dummy)} (article 16.4.2)"
    return f"not played ({kind.outcome.value}), {own}{limit}"


def _adjusted_score(book: Scorebook, number: int) -> str:
    """An opponent's score, with the reason where it is not the score of the table (16.3.2)."""
    sheet = book.sheets[number]
    late = book.late_requested_byes(sheet)
    text = book.system.text
    adjusted = book.adjusted[number]
    if adjusted == sheet.points:
        return text(adjusted)
    rounds = ", ".join(str(index + 1) for index in sorted(late))
    return (
        f"{text(adjusted)}, that is {text(sheet.points)} with round{'s' if len(late) > 1 else ''} {rounds}, "
        f"missed for good, as draws (article 16.3.2)"
    )


def _name(book: Scorebook, number: int) -> str:
    name = book.tournament.player(number).name
    return f"{name} ({number})" if name else f"player {number}"
