"""Values of a JSON text are counted before it is read."""

import json
import time

import pytest

from core.json_bounds import count_json_values


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (1, 1),
        ([], 2),
        ([1, 2, 3], 4),
        ({"a": [], "b": {}}, 5),
        ({"text": '[],{},["\\,'}, 2),
        ({'a "name", of {': "\\"}, 2),
    ],
)
def test_brackets_and_commas_in_texts_are_no_values(value: object, count: int) -> None:
    assert count_json_values(json.dumps(value).encode()) == count


def test_texts_without_end_are_looked_at_once() -> None:
    started = time.process_time()

    count_json_values(b'"' + b'\\"' * 2_000_000)

    assert time.process_time() - started < 2
