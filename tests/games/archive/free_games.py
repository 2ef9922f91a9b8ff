"""A free game straight as a row, and its confirmation, for the tests."""

from datetime import date

from games.confirmations.services import confirm_for_both
from games.models import Game
from players.models import Person, User


def a_free_game(first: Person, second: Person, *, day: date, result: str = "1-0", **fields: object) -> Game:
    values: dict[str, object] = {
        "kind": "barragoon",
        "first_name": str(first),
        "second_name": str(second),
        "first_person": first,
        "second_person": second,
        "first_link": "confirmed",
        "second_link": "confirmed",
        "date": f"{day:%Y.%m.%d}",
        "date_from": day,
        "date_to": day,
        "sort_date": day,
        "result": result,
        "termination": "resigned",
        "recorded_result": result,
        "recorded_termination": "resigned",
        "ply_count": 7,
        "setup": "closed",
        "final_position": "-",
        "engine_version": "1",
        "duplicate_key": f"{first.pk}-{second.pk}-{day}",
    }
    return Game.objects.create(**values | fields)


def confirm(game: Game) -> None:
    """As a site administrator does for players without a club in common."""
    administrator, _ = User.objects.get_or_create(
        email="referee@example.org", defaults={"display_name": "Referee", "is_staff": True}
    )
    confirm_for_both(actor=administrator, game=game)
