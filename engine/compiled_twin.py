"""Lets `engine` be the compiled `kiebitz_engine`, if that is installed and made of exactly these sources.

The site imports `engine`. A compiled wheel brings the same modules as `kiebitz_engine`, several times as fast. If it is
there, both names stand for the same modules; if it was built from other sources, it is left alone.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

TWIN = "kiebitz_engine"
# Set to anything, it keeps the site to the pure modules.
PURE = "KIEBITZ_PURE_ENGINE"


def use_compiled_twin(package: str, folder: Path) -> None:
    """Make all modules of this package those of its compiled twin, if there is one."""
    if os.environ.get(PURE):
        return
    spec = PathFinder.find_spec(TWIN)
    if spec is None or spec.origin is None:
        return
    twin = Path(spec.origin).parent
    if next(twin.rglob("*.so"), None) is None or fingerprint(twin) != fingerprint(folder):
        return
    sys.meta_path.insert(0, _Aliases(package))
    sys.modules[package] = importlib.import_module(TWIN)


def fingerprint(folder: Path) -> str:
    """The same for the same sources."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


class _Aliases(MetaPathFinder, Loader):
    """Finds `engine.x` where `kiebitz_engine.x` is."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        # A program's main module is run under its own name.
        if not name.startswith(f"{self.package}.") or name.endswith(".__main__"):
            return None
        return ModuleSpec(name, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(f"{TWIN}{spec.name.removeprefix(self.package)}")
        self.specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It was run under its own name, and keeps that."""
        if module.__spec__ is not None:
            module.__spec__ = self.specs[module.__spec__.name]
