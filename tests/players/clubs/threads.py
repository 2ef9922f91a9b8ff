"""Steps that several people take at the same moment."""

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection

from core.errors import Refused


def at_once(*steps: Callable[[], object]) -> list[str]:
    """Run the steps in threads that start together; the sentences of those that were refused."""
    ready = Barrier(len(steps), timeout=30)
    refused: list[str] = []

    def run(step: Callable[[], object]) -> None:
        ready.wait()
        try:
            step()
        except Refused as error:
            refused.append(str(error))
        finally:
            connection.close()

    threads = [Thread(target=run, args=[step]) for step in steps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refused
