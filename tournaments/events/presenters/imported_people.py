"""The table in which an organiser says who the players of a file are, before it is imported."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from players.models import Person
from tournaments.events.services.imported_people import PlannedPlayer


@dataclass(frozen=True)
class PreviewPerson:
    """One row. `known` is the member of that name; else one of the `candidates` may be meant, and chosen already."""

    number: int
    name: str
    known: Person | None
    candidates: Sequence[Person]
    country: str = ""
    rating: int = 0
    problem: str = ""
    chosen: str = ""


def preview_players(players: Sequence[PlannedPlayer], choices: Mapping[int, str]) -> list[PreviewPerson]:
    return [
        PreviewPerson(
            number=player.number,
            name=player.name,
            known=player.known,
            candidates=player.candidates,
            rating=player.rating,
            problem=player.problem,
            chosen=choices.get(player.number, ""),
        )
        for player in players
    ]
