"""How a higher app contributes to a lower one.

The lower app owns a registry and reads it; higher apps fill it in their `AppConfig.ready()`:

    EXPORT_PARTS: Final = Registry[ExportPart]("parts of the data export")       # in the lower app
    EXPORT_PARTS.register("uploads", export_uploads, order=300)                  # in the `ready()` of the higher one

Nothing is registered by importing a module. What a lower app announces without asking for an answer is a Django signal.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")


class _Contribution(NamedTuple, Generic[T]):
    order: int
    value: T


class Registry(Generic[T]):
    """Contributions by key. They come in the order of their `order`, then of their key, whichever app is loaded first.

    `name` is the plural for error messages: "kinds of mail".
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._contributions: dict[str, _Contribution[T]] = {}
        self._in_order: dict[str, T] | None = None

    def register(self, key: str, value: T, *, order: int = 0) -> None:
        if key in self._contributions:
            raise ImproperlyConfigured(f"Two {self.name} are called {key!r}.")
        self._set({**self._contributions, key: _Contribution(order, value)})

    def get(self, key: str) -> T | None:
        found = self._contributions.get(key)
        return found.value if found else None

    def items(self) -> Iterator[tuple[str, T]]:
        return iter(self._sorted().items())

    def __iter__(self) -> Iterator[T]:
        return iter(self._sorted().values())

    def __contains__(self, key: object) -> bool:
        return key in self._contributions

    def __len__(self) -> int:
        return len(self._contributions)

    def __repr__(self) -> str:
        return f"<Registry of {self.name}: {', '.join(self._sorted())}>"

    @contextmanager
    def extended(self, key: str, value: T, *, order: int = 0) -> Iterator[None]:
        """For tests: with one more contribution, or another one under this key, until the block ends."""
        with self._restored():
            self._set({**self._contributions, key: _Contribution(order, value)})
            yield

    @contextmanager
    def replaced(self, contributions: Mapping[str, T]) -> Iterator[None]:
        """For tests: with these contributions and no others, in this order, until the block ends."""
        with self._restored():
            self._set(
                {key: _Contribution(place, value) for place, (key, value) in enumerate(contributions.items())}
            )
            yield

    @contextmanager
    def _restored(self) -> Iterator[None]:
        before = self._contributions
        try:
            yield
        finally:
            self._set(before)

    def _set(self, contributions: dict[str, _Contribution[T]]) -> None:
        self._contributions, self._in_order = contributions, None

    def _sorted(self) -> dict[str, T]:
        """Sorted once, when first asked: apps register at the start, and requests only read."""
        if self._in_order is None:
            by_order = sorted(self._contributions.items(), key=lambda item: (item[1].order, item[0]))
            self._in_order = {key: contribution.value for key, contribution in by_order}
        return self._in_order
