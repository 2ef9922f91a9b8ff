"""Steps as devices send them, for the tests of the recorder."""

import json
from collections.abc import Iterable
from uuid import UUID, uuid4

from django.utils import timezone

from games.models import Recording, StepKind
from games.recorder.services.steps import NewStep, add_steps
from players.models import User


def chain(*said: tuple[str, str] | str, parent: UUID | None = None, number: int = 0) -> list[NewStep]:
    """Steps that follow each other; a text alone is a ply."""
    steps: list[NewStep] = []
    for each in said:
        kind, text = (StepKind.PLY.value, each) if isinstance(each, str) else each
        number += 1
        steps.append(NewStep(uuid4(), parent, number, StepKind(kind), text, timezone.now()))
        parent = steps[-1].key
    return steps


def enter(recording: Recording, *said: tuple[str, str] | str, actor: User | None = None) -> list[NewStep]:
    """A game from its first step on."""
    steps = chain(*said)
    add_steps(actor=actor or recording.account, recording=recording, steps=steps)
    return steps


def as_body(steps: Iterable[NewStep]) -> str:
    """The request of a device."""
    rows = [
        {
            "key": str(step.key),
            "parent": str(step.parent) if step.parent else None,
            "number": step.number,
            "kind": step.kind.value,
            "text": step.text,
            "made": step.made_at.isoformat(),
        }
        for step in steps
    ]
    return json.dumps({"steps": rows})
