"""Readers of files keep their promises whatever comes: the corpus, and the corpus damaged."""

import pytest
from hypothesis import given

from tests.security.fuzzing import FuzzTime, fuzz
from tests.security.readers import READERS, damaged, files_of


@pytest.mark.parametrize("kind", READERS)
def test_a_reader_keeps_its_promises_for_every_file_of_the_corpus(kind: str) -> None:
    files = files_of(kind)

    for data in files:
        READERS[kind](data)

    assert files


@pytest.mark.parametrize("kind", READERS)
def test_a_reader_keeps_its_promises_for_damaged_files(kind: str, fuzz_time: FuzzTime) -> None:
    @given(data=damaged(kind))
    def read(data: bytes) -> None:
        READERS[kind](data)

    fuzz(read, fuzz_time, name=kind)
