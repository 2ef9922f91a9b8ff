"""Fuzzing of the importers with Atheris, by hand: `python -m tests.engine.stratego.gravon.fuzz_importers CORPUS`.

Not collected by pytest: Atheris is no dependency of the project. Options after the corpus folder are libFuzzer's
(`-max_total_time=600`). An empty corpus folder is filled with a few clean files first.
"""

import random
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["engine"]):
    from engine import stratego
    from engine.core import EngineError
    from engine.record import read_text, write
    from engine.stratego.gravon import IMPORTERS

from tests.engine.stratego.gravon.files import field, gsn, random_game, xml


def one_input(data: bytes) -> None:
    """Whatever the bytes are: a valid record that survives its own writing, or one of our errors."""
    for importer in IMPORTERS:
        importer.recognises(data)
        try:
            record = importer.convert(data, "classic.2003.07.01.485.gsn")
        except EngineError:
            continue
        assert record.errors == (), record.errors
        text = write(record)
        (again,) = read_text(text)
        assert again.errors == (), again.errors
        assert write(again) == text


def fill(corpus: Path) -> None:
    chance = random.Random("corpus")
    for number in range(6):
        red, blue, game = random_game(chance, 4**number // 2)
        content = field(stratego.Game(red, blue))
        (corpus / f"{number}.xml").write_text(xml(content, game.plies, result=(12, 3)))
        (corpus / f"{number}.gsn").write_text(gsn(content, game.plies, result=(4, 2)))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    if not any(folder.iterdir()):
        fill(folder)
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
