"""Parameters and states through JSON and back."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings import (
    BelowFloor,
    Clock,
    CountingRules,
    Elo,
    EloParameters,
    EloState,
    Glicko2,
    Glicko2Parameters,
    Glicko2State,
    HandicapRule,
    ListingRules,
    Moment,
    ParameterError,
    restore,
    restore_system,
    store,
    store_system,
)
from players.ratings.fide_rules import WaitingResult

counting = st.builds(
    CountingRules,
    count_forfeits=st.booleans(),
    byes_keep_active=st.booleans(),
    handicap_games=st.sampled_from(HandicapRule),
    level_worth=st.lists(st.floats(0, 2000), min_size=1, max_size=3).map(tuple),
    first_move_worth=st.floats(-500, 500),
)
listing = st.builds(ListingRules, inactive_after_days=st.none() | st.integers(1, 5000))
systems = st.one_of(
    st.builds(
        Glicko2,
        st.builds(
            Glicko2Parameters,
            tau=st.floats(0.1, 2),
            clock=st.sampled_from(Clock),
            counting=counting,
            listing=listing,
        ),
    ),
    st.builds(
        Elo,
        st.builds(
            EloParameters,
            k_top=st.integers(1, 50),
            games_times_k=st.none() | st.integers(1, 1000),
            below_floor=st.sampled_from(BelowFloor),
            counting=counting,
            listing=listing,
        ),
    ),
)


@given(system=systems)
def test_a_system_comes_back_from_json_as_it_was(system):
    assert restore_system(json.loads(json.dumps(store_system(system)))) == system


def test_a_document_names_system_version_and_every_parameter():
    document = store_system(Glicko2())

    assert (document["system"], document["version"]) == ("glicko-2", 1)
    assert document["parameters"]["tau"] == 0.5
    assert document["parameters"]["clock"] == "days"
    assert document["parameters"]["counting"] == {
        "count_forfeits": False,
        "count_double_losses": True,
        "count_unrated": False,
        "byes_keep_active": False,
        "handicap_games": "ignore",
        "level_worth": [],
        "first_move_worth": 0.0,
    }


def test_parameters_that_are_not_named_have_their_defaults():
    restored = restore_system(
        {"system": "elo-fide-2024", "version": Elo.version, "parameters": {"k_top": 12}}
    )

    assert restored == Elo(EloParameters(k_top=12))


@pytest.mark.parametrize(
    "state",
    [
        Glicko2State(1500.123456789, 80.1, 0.06, 3, Moment(date(2026, 1, 31), 4), date(2026, 1, 31)),
        EloState(1850, 40, 1900, (), started=True, active_on=None),
        EloState(
            None, 1, None, (WaitingResult("g", 2, 1800, 1, date(2026, 1, 31)),), started=True, active_on=None
        ),
    ],
)
def test_a_state_comes_back_from_json_as_it_was(state):
    assert restore(type(state), json.loads(json.dumps(store(state)))) == state


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "There is no rating system called None"),
        ({"system": "elo-fide-2024", "version": 7}, "asks for version 7 .* computes version 2"),
        ({"parameters": {"tau": "fast"}}, r"Glicko2Parameters.tau has to be a number, not 'fast'"),
        ({"parameters": {"tau": True}}, r"Glicko2Parameters.tau has to be a number, not True"),
        ({"parameters": {"tua": 0.5}}, "Glicko2Parameters has no value called 'tua'"),
        ({"parameters": {"clock": "sundial"}}, "clock has to be one of 'days', 'periods', not 'sundial'"),
        ({"parameters": {"counting": 3}}, "counting has to be an object"),
        ({"parameters": {"counting": {"level_worth": 3}}}, "level_worth has to be a list"),
        ({"parameters": {"counting": {"count_forfeits": 1}}}, "count_forfeits has to be true or false"),
        (
            {"parameters": {"listing": {"inactive_after_days": 1.5}}},
            "inactive_after_days has to be a whole number",
        ),
        ({"parameters": {"tau": 0}}, "Tau has to be above 0"),
    ],
)
def test_a_document_that_does_not_fit_is_refused_with_the_place(document, sentence):
    whole = {"system": "glicko-2", "version": 1} | document if document else document

    with pytest.raises(ParameterError, match=sentence):
        restore_system(whole)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"active_on": "yesterday"}, "active_on has to be a day like 2026-01-31, not 'yesterday'"),
        ({"games": None}, "games has to be a whole number, not None"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(changed, sentence):
    plain = store(EloState(1850, 40, 1900, (), started=True, active_on=None)) | changed

    with pytest.raises(ParameterError, match=sentence):
        restore(EloState, plain)


def test_a_state_with_a_value_missing_is_refused():
    with pytest.raises(ParameterError, match="EloState lacks the value 'games'"):
        restore(EloState, {"rating": 1850})
