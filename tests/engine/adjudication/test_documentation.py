"""The examples in the prover's documentation are true."""

import doctest
import json
import re
from pathlib import Path

from engine.barragoon import dead
from engine.barragoon.dead import prove

PAGE = Path(__file__).parents[3] / "docs" / "adjudication.md"


def test_examples_in_the_prover_run() -> None:
    assert doctest.testmod(dead) == (0, 3)


def test_example_of_a_proof_is_what_the_prover_says() -> None:
    example = re.search(r'^\{"position".*\}$', PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert example is not None
    shown = json.loads(example[0])
    assert prove(shown["position"]).as_json() == shown


def test_numbers_of_the_corpus_are_right() -> None:
    corpus = json.loads(Path(__file__).with_name("corpus.json").read_text(encoding="utf-8"))
    dead_ones = sum(entry["verdict"] == "dead" for entry in corpus)

    assert f"{len(corpus):,} positions with its verdicts, {dead_ones} of them dead" in " ".join(
        PAGE.read_text(encoding="utf-8").split()
    )
