"""Looking for a sequence of steps after which attackers have what nobody granted."""

import sys
from typing import Any, Final

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.database import ExampleDatabase
from hypothesis.stateful import run_state_machine_as_test

from tests.security.machine import Attackers
from tests.security.stage import Stage
from tests.security.watch import Violation
from tests.security.world import World

STEPS: Final = 12


class Search:
    """So many sequences of at most `steps` steps, the same ones for the same number."""

    def __init__(
        self,
        *,
        examples: int,
        number: int,
        steps: int = STEPS,
        database: ExampleDatabase | None = None,
        shrink: bool = True,
        rules: type[Stage] = Attackers,
    ) -> None:
        self._number = number
        self._rules = rules
        # How many sequences were begun until one was found, if one was.
        self.count = 0
        self.is_found = False
        self._settings = settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            report_multiple_bugs=False,
            database=database,
            derandomize=False,
            phases=[Phase.reuse, Phase.generate, *([Phase.shrink] if shrink else [])],
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        )

    def run(self, world: World) -> None:
        """Raises the violation that it finds, with the steps that lead to it."""
        search = self

        class Counted(machine_in(world, self._rules)):  # type: ignore[misc]
            def __init__(self) -> None:
                super().__init__()
                search.count += not search.is_found

            def teardown(self) -> None:
                search.is_found |= isinstance(sys.exc_info()[1], Violation)
                super().teardown()

        run_state_machine_as_test(seed(self._number)(Counted), settings=self._settings)


def machine_in(world: World, rules: type[Stage] = Attackers) -> type[Any]:
    return type("Attackers", (rules,), {"make_world": staticmethod(lambda: world)})
