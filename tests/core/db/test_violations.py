"""Which constraint was broken is told alike on both databases."""

import pytest
from django.db import IntegrityError, transaction

from core.db.violations import is_duplicate
from games.models import Game
from tests.games.builders import make_game

pytestmark = pytest.mark.django_db


def broken_by(**values: object) -> IntegrityError:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        make_game(**values)
    return caught.value


def test_a_second_row_is_a_duplicate() -> None:
    game = make_game("once")

    assert is_duplicate(broken_by(key="once"))
    assert is_duplicate(broken_by(key="other", pk=game.pk))


@pytest.mark.parametrize("values", [{"result": "2-0"}, {"final_position": None}])
def test_a_row_that_is_wrong_itself_is_none(values: dict[str, object]) -> None:
    assert not is_duplicate(broken_by(**values))
    assert not Game.objects.exists()
