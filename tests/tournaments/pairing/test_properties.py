"""What holds in every Swiss tournament, whoever plays and whatever the results."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.builders import Dice
from tournaments.pairing.rounds import RoundPairing
from tournaments.pairing.tournament import Colour, Outcome, Tournament

tournaments = st.builds(
    lambda seed, players, rounds: list(Dice(seed).rounds(players, rounds)),
    seed=st.integers(0, 2**32),
    players=st.integers(2, 26),
    rounds=st.integers(1, 9),
)
examples = settings(max_examples=30, deadline=None, derandomize=True)


def with_pairing(tournament: Tournament, pairing: RoundPairing) -> Tournament:
    """The tournament with the round as if all its games were played."""
    return Tournament(
        players=tournament.players,
        rounds=(*tournament.rounds, pairing.as_round()),
        planned_rounds=tournament.planned_rounds,
    )


def colours_of(tournament: Tournament, number: int) -> list[Colour]:
    return [
        entry.colour
        for entry in tournament.entries(number)
        if entry.outcome.played and entry.colour is not None
    ]


@examples
@given(tournaments)
def test_nobody_plays_the_same_opponent_twice(rounds: list[tuple[Tournament, object, RoundPairing]]) -> None:
    for tournament, _, pairing in rounds:
        whole = with_pairing(tournament, pairing)
        for number in whole.numbers:
            met = [entry.opponent for entry in whole.entries(number) if entry.outcome.played]
            assert len(met) == len(set(met))


@examples
@given(tournaments)
def test_everybody_present_has_exactly_one_place(
    rounds: list[tuple[Tournament, object, RoundPairing]],
) -> None:
    for tournament, _, pairing in rounds:
        seated = [number for board in pairing.boards for number in (board.white, board.black)]
        seated += [] if pairing.bye is None else [pairing.bye]
        assert sorted([*seated, *pairing.others]) == list(tournament.numbers)
        assert (pairing.bye is None) == (len(seated) % 2 == 0)


@examples
@given(tournaments)
def test_nobody_has_the_bye_twice_or_after_a_win_without_playing(
    rounds: list[tuple[Tournament, object, RoundPairing]],
) -> None:
    for tournament, _, pairing in rounds:
        if pairing.bye is not None:
            outcomes = {entry.outcome for entry in tournament.entries(pairing.bye)}
            assert not outcomes & {Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN}


@examples
@given(tournaments)
def test_colours_stay_within_their_limits_before_the_last_round(
    rounds: list[tuple[Tournament, object, RoundPairing]],
) -> None:
    for tournament, _, pairing in rounds:
        if pairing.number == tournament.planned_rounds:
            continue
        whole = with_pairing(tournament, pairing)
        for number in whole.numbers:
            colours = colours_of(whole, number)
            assert abs(colours.count(Colour.WHITE) - colours.count(Colour.BLACK)) <= 2
            assert not any(len(set(colours[start : start + 3])) == 1 for start in range(len(colours) - 2))


@examples
@given(tournaments)
def test_the_bye_of_the_first_round_goes_to_the_last_number_present(
    rounds: list[tuple[Tournament, object, RoundPairing]],
) -> None:
    for tournament, _, pairing in rounds[:1]:
        if pairing.bye is not None:
            present = [number for number in tournament.numbers if number not in pairing.others]
            assert pairing.bye == max(present)
