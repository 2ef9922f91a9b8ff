"""Rows by many values at once: as `in` finds them, on either database."""

import pytest

from players.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs() -> list[Club]:
    return [Club.objects.create(name=name, slug=name.lower()) for name in ("Lapwing", "Plover", "Heron")]


def test_numbers_and_words_find_the_same_as_in(clubs: list[Club]) -> None:
    keys = [clubs[0].pk, clubs[2].pk, 2**40]
    assert set(Club.objects.filter(pk__any_of=keys)) == {clubs[0], clubs[2]}
    assert set(Club.objects.filter(slug__any_of={"plover", "a'b", '"{},', "back\\slash"})) == {clubs[1]}


def test_no_values_find_nothing_and_hundreds_find_all(clubs: list[Club]) -> None:
    assert list(Club.objects.filter(pk__any_of=[])) == []
    assert list(Club.objects.filter(slug__any_of=[])) == []
    assert Club.objects.filter(pk__any_of=[*range(900), *(club.pk for club in clubs)]).count() == 3
