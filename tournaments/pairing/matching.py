"""Heaviest matchings of a graph with integer weights.

rustworkx is some fifty times as fast as networkx, but its weights must fit into 128 bits, duals and slack
included; heavier graphs go to networkx, whose integers have no end.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import rustworkx

Edge = tuple[int, int, int]
"""One end, the other end, the weight."""

_weight = itemgetter(2)

SAFE_BITS = 116
"""The most bits of a weight that leave room for sums of duals in 128."""


def heaviest(edges: Sequence[Edge], *, cover: bool = False) -> dict[int, int]:
    """Who is matched with whom, both ways. With `cover` as many as possible are matched before all else."""
    if not edges:
        return {}
    bits = max(max(map(_weight, edges)).bit_length(), min(map(_weight, edges)).bit_length())
    solve = _by_rustworkx if bits <= SAFE_BITS else _by_networkx
    mates: dict[int, int] = {}
    for one, other in solve(edges, cover):
        mates[one] = other
        mates[other] = one
    return mates


def _by_rustworkx(edges: Sequence[Edge], cover: bool) -> list[tuple[int, int]]:
    names = sorted({edge[0] for edge in edges} | {edge[1] for edge in edges})
    index = {name: place for place, name in enumerate(names)}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(names)
    graph.add_edges_from([(index[one], index[other], weight) for one, other, weight in edges])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=cover, weight_fn=int)
    return [(names[one], names[other]) for one, other in pairs]


def _by_networkx(edges: Sequence[Edge], cover: bool) -> list[tuple[int, int]]:
    import networkx  # seldom needed, and slow to load

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return list(networkx.max_weight_matching(graph, maxcardinality=cover))
