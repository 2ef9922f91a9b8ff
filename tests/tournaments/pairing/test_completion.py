"""Complete matchings, found and mended."""

import random
from collections.abc import Sequence

import networkx
import pytest

from tournaments.pairing.completion import complete


def neighbours(size: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    masks = [0] * size
    for one, other in edges:
        masks[one] |= 1 << other
        masks[other] |= 1 << one
    return masks


def test_a_blossom_is_shrunk_to_find_the_only_complete_matching() -> None:
    # A triangle 1-2-3 with tails 0 and 4-5: greedy choices run into the odd circle.
    masks = neighbours(6, [(0, 1), (1, 2), (1, 3), (2, 3), (3, 4), (4, 5)])

    assert complete(masks, 0b111111) == [1, 0, 3, 2, 5, 4]


def test_an_odd_circle_has_no_complete_matching_with_an_isolated_vertex() -> None:
    assert complete(neighbours(4, [(0, 1), (1, 2), (0, 2)]), 0b1111) is None


def test_only_the_vertices_asked_for_are_matched() -> None:
    masks = neighbours(4, [(0, 1), (1, 2), (2, 3)])

    assert complete(masks, 0b0110) == [-1, 2, 1, -1]


def test_what_still_holds_of_a_known_matching_is_kept() -> None:
    masks = neighbours(6, [(0, 1), (2, 3), (4, 5), (0, 3), (1, 2), (0, 5)])

    assert complete(masks, 0b111100, keep=[3, 2, 1, 0, 5, 4]) == [-1, -1, 3, 2, 5, 4]


@pytest.mark.parametrize("density", [0.15, 0.25, 0.35, 0.5])
def test_random_graphs_agree_with_networkx(density: float) -> None:
    dice = random.Random(density)
    for _ in range(300):
        size = dice.randint(2, 14)
        edges = [(one, two) for one in range(size) for two in range(one) if dice.random() < density]
        graph = networkx.Graph(edges)
        graph.add_nodes_from(range(size))
        exists = 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == size

        found = complete(neighbours(size, edges), (1 << size) - 1)

        assert (found is not None) == exists
        if found is not None:
            assert all(
                found[mate] == vertex and tuple(sorted((vertex, mate))[::-1]) in edges
                for vertex, mate in enumerate(found)
            )
