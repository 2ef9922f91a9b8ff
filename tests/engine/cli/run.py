"""Runs the command line in this process."""

import io
import json
from typing import Any, NamedTuple

import pytest

from engine.cli import main


class Done(NamedTuple):
    status: int
    out: str
    err: str

    def objects(self) -> list[dict[str, Any]]:
        """What was printed as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Runner:
    """Calls the command line with arguments and, if need be, standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments: str, given: str = "") -> Done:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(given))
        try:
            status = main(list(arguments))
        except SystemExit as stopped:  # argparse ends the program itself
            status = int(stopped.code or 0)
        captured = self.capsys.readouterr()
        return Done(status, captured.out, captured.err)
