"""Collect the messages (`update`), compile the catalogues, check them, or write an empty template.

.venv/bin/python -m scripts.catalogues update | compile | check [LANGUAGE …] | template FILE
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from scripts.catalogues.checks import find_flaws
from scripts.catalogues.extraction import ROOT, extract_messages
from scripts.catalogues.files import (
    catalogue_file,
    catalogue_text,
    compile_catalogues,
    read_catalogue,
    update_catalogue,
    write_catalogue,
)

LANGUAGES: Final = ("de", "es", "it")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_catalogues()
        case ["template", file]:
            Path(file).write_text(catalogue_text(extract_messages(), ""), encoding="utf-8")
        case ["check", *chosen] if set(chosen) <= set(LANGUAGES):
            return check(chosen or LANGUAGES)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def update() -> None:
    template = extract_messages()
    for language in LANGUAGES:
        path = catalogue_file(language)
        old = read_catalogue(path) if path.is_file() else Catalog(language)
        write_catalogue(path, update_catalogue(old, template))


def check(chosen: Sequence[str]) -> int:
    """The exit code: 0 if all catalogues are complete."""
    template = extract_messages()
    count = 0
    for language in chosen:
        path = catalogue_file(language)
        found = find_flaws(read_catalogue(path) if path.is_file() else Catalog(language), template)
        for flaw in found:
            print(f"{path.relative_to(ROOT)}: {flaw}")
        print(f"{language}: {len(found)} flaws in {len(template)} messages")
        count += len(found)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
