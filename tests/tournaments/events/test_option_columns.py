"""Options that had columns of their own: their values move, old nodes go on reading and writing the columns."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.tournaments.builders import make_event
from tournaments.events.services.events import change_event, create_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db

fill_options = import_module("tournaments.migrations.0010_options_out_of_columns").fill_options


def test_the_migration_loses_nothing_and_may_be_interrupted() -> None:
    one = make_event(setup="open", first_express=2, second_express=1)
    other = make_event(game="stratego", two_squares_limit=3)
    new = make_event(options={"setup": "chosen"}, setup="open")

    for _attempt in range(2):
        fill_options(Event.objects.order_by(), apps)

    stored = dict(Event.objects.values_list("pk", "options"))
    assert stored == {
        one.pk: {"setup": "open", "first_express": 2, "second_express": 1},
        other.pk: {"two_squares_limit": 3},
        new.pk: {"setup": "chosen"},
    }


def test_a_row_that_an_old_node_wrote_is_read_by_its_columns() -> None:
    event = make_event(setup="open", first_express=2)

    assert event.options is None
    assert event.option_values == {"setup": "open", "first_express": 2, "second_express": 0}


def test_what_is_decided_now_stands_in_the_columns_as_well() -> None:
    first = make_event(setup="open", first_express=2)

    change_event(actor=None, event=first, second_express=1)
    made = create_event(
        actor=None,
        club=first.club,
        name="Autumn",
        game="stratego",
        starts_on=first.starts_on,
        ends_on=first.ends_on,
        options={"two_squares_limit": 3},
    )

    first.refresh_from_db()
    made.refresh_from_db()
    assert first.options == {"setup": "open", "first_express": 2, "second_express": 1}
    assert (first.setup, first.first_express, first.second_express) == ("open", 2, 1)
    assert (made.options, made.two_squares_limit, made.setup) == ({"two_squares_limit": 3}, 3, "closed")
