"""The records that the load of `make faults` sends: valid ones, and ones that are surely broken."""

import random

from engine.record import read_text
from scripts.faults.load import break_record, record_texts


def test_records_are_valid_until_they_are_broken() -> None:
    records = record_texts(random.Random(1))
    for _ in range(4):  # of both games
        text = next(records)

        assert not any(record.errors for record in read_text(text))
        assert any(record.errors for record in read_text(break_record(text)))
