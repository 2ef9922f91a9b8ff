"""Parameters and states as JSON and back, so that a ledger can keep them and compute with them years later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from players.ratings.elo import Elo
from players.ratings.errors import ParameterError
from players.ratings.fide_rules import EloParameters
from players.ratings.glicko2 import Glicko2, Glicko2Parameters

AnySystem = Glicko2 | Elo
T = TypeVar("T")

_SYSTEMS: dict[str, tuple[type[Any], Callable[[Any], AnySystem], int]] = {
    Glicko2.name: (Glicko2Parameters, Glicko2, Glicko2.version),
    Elo.name: (EloParameters, Elo, Elo.version),
}


def store_system(system: AnySystem) -> dict[str, object]:
    """A document that says how numbers were computed: system, version of the algorithm, all parameters."""
    return {"system": system.name, "version": system.version, "parameters": store(system.parameters)}


def restore_system(document: Mapping[str, object]) -> AnySystem:
    """The system of a stored document. Parameters that the document does not name have their defaults."""
    name, version = document.get("system"), document.get("version")
    if name not in _SYSTEMS:
        known = ", ".join(_SYSTEMS)
        raise ParameterError(f"There is no rating system called {name!r}. Known are: {known}.")
    parameters, system, current = _SYSTEMS[str(name)]
    if version != current:
        raise ParameterError(
            f"The document asks for version {version!r} of {name}; this program computes version {current}."
        )
    return system(restore(parameters, document.get("parameters", {})))


def restore_current_system(document: Mapping[str, object]) -> AnySystem:
    """The same parameters as this program computes them now, whatever version wrote the document."""
    name = str(document.get("system"))
    _, _, current = _SYSTEMS.get(name, (None, None, None))
    return restore_system({**document, "version": current})


def store(value: object) -> Any:
    """Parameters, a state, or a part of one, as JSON values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        return {field.name: store(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        if names is None:
            return [store(part) for part in value]
        return {name: store(part) for name, part in zip(names, value, strict=True)}
    return value


def restore(kind: type[T], plain: object) -> T:
    """The inverse of `store`. Values that do not fit are refused, with their path."""
    return cast(T, _restored(kind, plain, kind.__name__))


def _restored(kind: Any, plain: object, where: str) -> object:
    if get_origin(kind) in (Union, UnionType):
        return _one_of(get_args(kind), plain, where)
    if get_origin(kind) is tuple:
        if not isinstance(plain, list):
            raise ParameterError(f"{where} has to be a list, not {plain!r}.")
        return tuple(_restored(get_args(kind)[0], part, f"{where}[{i}]") for i, part in enumerate(plain))
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _record(kind, plain, where)
    if issubclass(kind, Enum):
        return _enum_member(kind, plain, where)
    if kind is date:
        return _day(plain, where)
    if kind is float and isinstance(plain, int) and not isinstance(plain, bool):
        return float(plain)
    if type(plain) is not kind:
        wanted = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}.get(
            kind, kind
        )
        raise ParameterError(f"{where} has to be {wanted}, not {plain!r}.")
    return plain


def _one_of(kinds: tuple[Any, ...], plain: object, where: str) -> object:
    if plain is None and NoneType in kinds:
        return None
    (kind,) = (kind for kind in kinds if kind is not NoneType)
    return _restored(kind, plain, where)


def _record(kind: Any, plain: object, where: str) -> object:
    if isinstance(plain, list) and hasattr(kind, "_fields"):  # by position: what JSON makes of a named tuple
        if len(plain) > len(kind._fields):
            raise ParameterError(f"{where} has {len(kind._fields)} values, not {len(plain)}.")
        plain = dict(zip(kind._fields, plain, strict=False))
    if not isinstance(plain, Mapping):
        raise ParameterError(f"{where} has to be an object with names and values, not {plain!r}.")
    hints = get_type_hints(kind)
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in fields(kind)]
    unknown = sorted(set(plain) - set(names))
    if unknown:
        raise ParameterError(f"{where} has no value called {unknown[0]!r}.")
    given = {name: _restored(hints[name], plain[name], f"{where}.{name}") for name in names if name in plain}
    try:
        return kind(**given)
    except TypeError:
        missing = [name for name in names if name not in given]
        raise ParameterError(f"{where} lacks the value {missing[0]!r}.") from None


def _enum_member(kind: type[Enum], plain: object, where: str) -> Enum:
    try:
        return kind(plain)
    except ValueError:
        choices = ", ".join(repr(member.value) for member in kind)
        raise ParameterError(f"{where} has to be one of {choices}, not {plain!r}.") from None


def _day(plain: object, where: str) -> date:
    try:
        return date.fromisoformat(str(plain))
    except ValueError:
        raise ParameterError(f"{where} has to be a day like 2026-01-31, not {plain!r}.") from None
