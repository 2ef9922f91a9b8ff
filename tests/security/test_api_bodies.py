"""Whatever JSON comes to whatever operation of the API, the answer is an answer and no error of the site."""

import json

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.security.anything import Inventor, operation_for
from tests.security.fuzzing import FuzzTime, fuzz
from tests.security.world import ATTACKERS, World

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.timeout(600)]

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
)


def test_no_body_breaks_an_operation(world: World, fuzz_time: FuzzTime) -> None:
    @given(
        who=st.sampled_from((*ATTACKERS, "Sam Sand")), chance=st.randoms(use_true_random=False), odd=ANYTHING
    )
    def send(who: str, chance: object, odd: object) -> None:
        operation = operation_for(Inventor(chance, secrets=[]))  # type: ignore[arg-type]
        body = _replace_one(operation.body, odd, chance)
        with transaction.atomic():
            cache.clear()
            answer = world.program_of(who).generic(
                operation.method, operation.path, json.dumps(body), content_type="application/json"
            )
            transaction.set_rollback(True)
        assert answer.status_code < 500, (operation, body)

    fuzz(send, fuzz_time, name="bodies")


def _replace_one(body: object, odd: object, chance: object) -> object:
    """The body with something else in one of its fields, or something else altogether."""
    if not isinstance(body, dict) or not body:
        return odd
    name = chance.choice(sorted(body))  # type: ignore[attr-defined]
    return body | {name: odd}
