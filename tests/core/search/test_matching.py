"""Words that begin a word of a folded column: the same on both databases, and by an index where there is one."""

import pytest
from django.db import connection

from core.search.matching import text_matches
from players.models import Person
from players.people.services.people import create_person

pytestmark = pytest.mark.django_db

NAMES = ("Agnes Müller", "Jürgen O’Mahony", "मीनाक्षी शर्मा", "Anna-Lena Weiß 2", "Łukasz Zieliński")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("agn", ["Agnes Müller"]),
        ("muller, AGNES", ["Agnes Müller"]),
        ("omah", ["Jürgen O’Mahony"]),
        ("मीना", ["मीनाक्षी शर्मा"]),
        ("lena 2", ["Anna-Lena Weiß 2"]),
        ("gnes", []),
        ("agnes weiss", []),
        ("", sorted(NAMES)),
    ],
)
def test_each_word_begins_a_word_of_the_name(text: str, found: list[str]) -> None:
    for name in NAMES:
        create_person(actor=None, name=name)

    matching = Person.objects.filter(text_matches("comparison_key", text))

    assert sorted(matching.values_list("name", flat=True)) == found


@pytest.mark.postgres
def test_people_are_found_by_the_index_of_words() -> None:
    for name in NAMES:
        create_person(actor=None, name=name)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")

    plan = Person.objects.filter(text_matches("comparison_key", "agn mul")).order_by("sort_key").explain()

    assert "Bitmap Index Scan on person_words" in plan
