"""What rounds do when entries announce something: boards of published rounds follow who has left and who returns."""

from typing import Any

from tournaments.models import Entry, Round, RoundState
from tournaments.rounds.services.pairing import clear_forfeits_of_returned, forfeit_boards_of_withdrawn


def forfeit_coming_boards(sender: type[Entry], *, entry: Entry, **_kwargs: Any) -> None:
    """Of the rounds of a schedule that were published before the player left."""
    for round_ in _coming_rounds(entry):
        forfeit_boards_of_withdrawn(round_)


def give_boards_back(sender: type[Entry], *, entry: Entry, **_kwargs: Any) -> None:
    for round_ in _coming_rounds(entry):
        clear_forfeits_of_returned(round_)


def _coming_rounds(entry: Entry) -> list[Round]:
    """Published, not closed, and after the one that was played when the player left. One query."""
    rounds = list(
        Round.objects.filter(
            section=entry.section_id, state=RoundState.PUBLISHED, number__gt=entry.withdrawn_after or 0
        )
    )
    for round_ in rounds:
        round_.section = entry.section
    return rounds
