"""Heaviest matchings, with small weights and with weights beyond 128 bits."""

import random

import networkx
import pytest

from tournaments.pairing.matching import SAFE_BITS, Edge, heaviest


def weight_of(edges: list[Edge], mates: dict[int, int]) -> int:
    return sum(weight for one, other, weight in edges if mates.get(one) == other)


def test_the_heavier_pair_wins_over_two_light_ones() -> None:
    assert heaviest([(1, 2, 1), (2, 3, 5), (3, 4, 1)]) == {2: 3, 3: 2}


def test_cover_matches_as_many_as_possible_before_all_else() -> None:
    assert heaviest([(1, 2, 1), (2, 3, 5), (3, 4, 1)], cover=True) == {1: 2, 2: 1, 3: 4, 4: 3}


def test_nothing_to_match_is_no_pairs() -> None:
    assert heaviest([]) == {}


@pytest.mark.parametrize("bits", [10, 60, SAFE_BITS - 1, SAFE_BITS, SAFE_BITS + 1, 300])
def test_any_size_of_weight_gives_the_same_total_as_networkx(bits: int) -> None:
    dice = random.Random(bits)
    for _ in range(20):
        edges = [
            (one, two, dice.getrandbits(bits) | 1 << (bits - 1))
            for one in range(14)
            for two in range(one)
            if dice.random() < 0.7
        ]
        graph = networkx.Graph()
        graph.add_weighted_edges_from(edges)
        best = sum(graph.edges[pair]["weight"] for pair in networkx.max_weight_matching(graph))

        assert weight_of(edges, heaviest(edges)) == best
