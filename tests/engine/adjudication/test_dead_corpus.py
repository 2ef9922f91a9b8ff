"""The prover against the slow search, position by position."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import barragoon
from engine.adjudication.proof import Evidence, Proof, ProofVerdict
from engine.barragoon.dead import prove
from tests.engine.adjudication.slow_search import slow_verdict

HERE = Path(__file__).parent
RECHECKED = 60  # positions that the slow search judges again in each run


class Entry(NamedTuple):
    kind: str
    position: str
    verdict: str


def _load(name: str) -> list[Entry]:
    entries = json.loads((HERE / name).read_text(encoding="utf-8"))
    return [Entry(entry.get("kind", ""), entry["position"], entry["verdict"]) for entry in entries]


CORPUS = _load("corpus.json")
VECTORS = _load("vectors.json")


@pytest.fixture(scope="module")
def proofs() -> dict[str, Proof]:
    return {entry.position: prove(entry.position) for entry in CORPUS}


def test_corpus_is_large_and_has_many_dead_positions() -> None:
    assert len({entry.position for entry in CORPUS}) == len(CORPUS) >= 2000
    assert Counter(entry.verdict for entry in CORPUS)["dead"] >= 300


def test_corpus_has_dead_positions_of_every_kind() -> None:
    dead = Counter(entry.kind for entry in CORPUS if entry.verdict == "dead")

    assert {kind for kind, count in dead.items() if count >= 40} == {
        "wall",
        "pocket",
        "trap",
        "crowd",
        "express",
    }


def test_prover_agrees_with_the_slow_search_on_the_whole_corpus(proofs: dict[str, Proof]) -> None:
    wrong = [entry for entry in CORPUS if proofs[entry.position].verdict.value != entry.verdict]

    assert wrong == []


def test_dead_positions_are_shown_by_reach_and_by_search(proofs: dict[str, Proof]) -> None:
    shown = Counter(proof.how for proof in proofs.values() if proof.verdict is ProofVerdict.DEAD)

    assert shown.keys() == {Evidence.REACH, Evidence.SEARCH}
    assert min(shown.values()) >= 100


def test_every_witness_replays_and_ends_in_its_only_capture(proofs: dict[str, Proof]) -> None:
    for position, proof in proofs.items():
        assert bool(proof.witness) == (proof.verdict is ProofVerdict.ALIVE)
        game = barragoon.Game(position=position)
        for ply in proof.witness:
            game.push(ply)
        assert [ply[2] for ply in proof.witness[:-1]] == ["-"] * len(proof.witness[:-1])
        assert [ply[2] for ply in proof.witness[-1:]] == ["x"] * len(proof.witness[-1:])


def test_slow_search_still_says_what_the_corpus_says() -> None:
    for entry in random.Random(6).sample(CORPUS, RECHECKED):
        assert slow_verdict(entry.position) == entry.verdict, entry


@pytest.mark.parametrize("entry", VECTORS, ids=lambda entry: entry.position[:30])
def test_separate_referee_gives_the_same_verdict(entry: Entry) -> None:
    assert prove(entry.position).verdict.value == entry.verdict
