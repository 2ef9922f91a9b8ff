"""The registry by which higher apps contribute to lower ones."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from core.registry import Registry


@pytest.fixture
def fruit() -> Registry[int]:
    found = Registry[int]("kinds of fruit")
    found.register("pear", 3, order=200)
    found.register("plum", 2, order=100)
    found.register("apple", 1, order=100)
    return found


def test_contributions_come_by_order_and_then_by_key_whoever_was_first(fruit: Registry[int]) -> None:
    assert list(fruit) == [1, 2, 3]
    assert list(fruit.items()) == [("apple", 1), ("plum", 2), ("pear", 3)]


def test_what_is_registered_later_is_put_in_its_place(fruit: Registry[int]) -> None:
    assert list(fruit) == [1, 2, 3]

    fruit.register("cherry", 4, order=150)

    assert list(fruit) == [1, 2, 4, 3]


def test_contributions_are_found_by_their_key(fruit: Registry[int]) -> None:
    assert (fruit.get("plum"), fruit.get("fig")) == (2, None)
    assert "plum" in fruit
    assert "fig" not in fruit
    assert len(fruit) == 3


def test_a_key_is_given_once(fruit: Registry[int]) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^Two kinds of fruit are called 'plum'\.$"):
        fruit.register("plum", 4)

    assert fruit.get("plum") == 2


def test_it_says_what_it_holds(fruit: Registry[int]) -> None:
    assert repr(fruit) == "<Registry of kinds of fruit: apple, plum, pear>"


def test_a_test_adds_one_for_a_while(fruit: Registry[int]) -> None:
    with fruit.extended("fig", 4, order=150):
        assert list(fruit) == [1, 2, 4, 3]

    assert list(fruit) == [1, 2, 3]


def test_a_test_puts_another_in_place_of_one_for_a_while(fruit: Registry[int]) -> None:
    with fruit.extended("plum", 9, order=100):
        assert list(fruit) == [1, 9, 3]

    assert list(fruit) == [1, 2, 3]


def test_a_test_leaves_only_some_for_a_while_in_the_order_it_names_them(fruit: Registry[int]) -> None:
    with fruit.replaced({"pear": 3, "apple": 1}):
        assert list(fruit) == [3, 1]

    assert list(fruit) == [1, 2, 3]


def test_everything_is_as_before_after_a_test_that_failed(fruit: Registry[int]) -> None:
    def fail() -> None:
        with fruit.replaced({}):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert len(fruit) == 3
