"""Installations without their steps: what would be run, and programs that stand in for those of a system."""

from pathlib import Path

import pytest

from scripts import install


def steps_of_an_installation(monkeypatch: pytest.MonkeyPatch, level: str = "base") -> list[str]:
    """The commands that an installation into `install.VENV` would run."""
    steps: list[str] = []
    monkeypatch.setattr(install, "STAMP", install.VENV / ".installed")
    monkeypatch.setattr(install, "_run", lambda command: steps.append(" ".join(command)))
    install.install_packages(level)
    return steps


def make_program(path: Path, script: str) -> None:
    """A program that a shell runs."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
