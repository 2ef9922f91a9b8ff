"""Many names compared with many at once."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.db.folding import comparison_key
from players.models import Person
from players.names import NEAR, pieces, similarity
from players.people.selectors.known_people import KnownPeople, KnownPerson
from players.people.selectors.people import people_with_similar_name

GIVEN = ["Jürgen", "Anna Maria", "J", "Ken", "Ute", "Siobhán", "Ольга", "Jan", "Étienne", "Bo"]
FAMILY = [
    "Müller",
    "Mueller",
    "Muller",
    "Law",
    "O’Neill",
    "de Vries",
    "Szentpéteri",
    "Pijl",
    "Pyl",
    "Иванова",
]


def misspelt(name: str, random: Random) -> str:
    letters = list(name)
    for _ in range(random.choice([0, 1, 1, 2])):
        place = random.randrange(len(letters))
        match random.randrange(3):
            case 0:
                del letters[place]
            case 1:
                letters.insert(place, random.choice("aeiounrl"))
            case _:
                letters[place] = random.choice("aeiounrl ")
        letters = letters or ["x"]
    return "".join(letters)


@pytest.mark.django_db
def test_the_same_people_are_near_as_in_the_database() -> None:
    random = Random(20261116)
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    people = Person.objects.bulk_create(
        Person(name=name, sort_name=name, sort_key=name, comparison_key=comparison_key(name))
        for name in names
    )
    known = KnownPeople(KnownPerson(person.pk, person.comparison_key) for person in people)
    for name in random.sample(names, 60):
        wanted = misspelt(name, random)
        key = comparison_key(wanted)

        expected = {match.person.pk for match in people_with_similar_name(wanted, at_most=1000)}

        assert {person.pk for person in known.near(key, at_most=1000)} == expected


def test_the_best_come_first_and_no_more_than_asked_for() -> None:
    known = KnownPeople(
        KnownPerson(number, comparison_key(name))
        for number, name in enumerate(["Jan Willem Pijls", "Jan Pijl", "Jan Pijls", "Pijl, Jan", "Ute Zorn"])
    )

    assert [person.pk for person in known.near(comparison_key("jan pijl"))] == [1, 3, 2]
    assert [person.pk for person in known.near(comparison_key("jan pijl"), at_most=1)] == [1]
    assert [person.pk for person in known.same(comparison_key("PIJL jan"))] == [1, 3]
    assert known.near("") == []


def plainly_near(key: str, others: list[str]) -> list[str]:
    """What the index has to find: every name compared with every other, as the definition of a near match says."""
    near = [
        (-similarity(key, other), other)
        for other in others
        if (key == other or any(piece in other for piece in pieces(key))) and similarity(key, other) >= NEAR
    ]
    return [other for _, other in sorted(near)]


def found_near(key: str, others: list[str]) -> list[str]:
    known = KnownPeople(KnownPerson(number, other) for number, other in enumerate(others))
    return [others[person.pk] for person in known.near(key, at_most=10**6)]


# Few letters, so that many names are near; words of one letter are initials; more than six words are not paired.
crowded_words = st.text(alphabet="abcé", min_size=1, max_size=9)
crowded_keys = st.lists(crowded_words, min_size=1, max_size=8).map(" ".join).map(comparison_key)
short_keys = st.lists(crowded_words, min_size=1, max_size=3).map(" ".join).map(comparison_key)


@given(short_keys, st.sets(short_keys, max_size=25))
def test_of_crowded_names_none_is_missed_and_none_is_added(key: str, others: set[str]) -> None:
    assert found_near(key, sorted(others)) == plainly_near(key, sorted(others))


@given(crowded_keys, st.sets(crowded_keys, max_size=10))
def test_of_long_names_none_is_missed_and_none_is_added(key: str, others: set[str]) -> None:
    assert found_near(key, sorted(others)) == plainly_near(key, sorted(others))


@given(crowded_keys, st.randoms(use_true_random=False))
def test_a_misspelt_name_is_found_whenever_it_is_near(key: str, random: Random) -> None:
    others = sorted({comparison_key(misspelt(misspelt(key, random), random)) for _ in range(12)} - {""})

    assert found_near(key, others) == plainly_near(key, others)


def test_among_many_real_names_the_same_are_near_as_by_comparing_all_with_all() -> None:
    random = Random(3)
    middle = ["", "", "", "Maria", "J.", "van der", "Jean-Luc"]
    names = {
        comparison_key(
            f"{misspelt(random.choice(GIVEN), random)} {random.choice(middle)} {random.choice(FAMILY)}"
            f"{random.choice(['', '', 'mann', 'hausen', 's'])}"
        )
        for _ in range(600)
    }
    others = sorted(names)
    known = KnownPeople(KnownPerson(number, other) for number, other in enumerate(others))
    wanted = [comparison_key(misspelt(other, random)) for other in random.sample(others, 100)]

    found = [[others[person.pk] for person in known.near(key, at_most=10**6)] for key in wanted]

    assert found == [plainly_near(key, others) for key in wanted]
    assert sum(map(len, found)) == 201


@pytest.mark.parametrize(
    ("wanted", "others"),
    [
        ("j kern", ["johannes kern", "jan kern"]),
        ("jan kern", ["j kern"]),
        ("johannes kern", ["j kern"]),
        ("j kern maria", ["jan kern maria", "kern maria"]),
    ],
)
def test_an_initial_stands_for_every_word_that_begins_with_it(wanted: str, others: list[str]) -> None:
    strangers = ["jens zorn", "kerm ute", "kerns ute", "bern ute"]  # whose words are like Kern

    assert found_near(wanted, [*others, *strangers]) == others
    assert plainly_near(wanted, [*others, *strangers]) == others
