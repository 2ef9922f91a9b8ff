"""Pin the dependencies of pyproject.toml for every supported Python, with hashes and without naming a host.

`--upgrade` takes the newest versions; `--check` changes nothing and tells which files are out of date.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
OPTIONS = [
    "--quiet",
    "--generate-hashes",
    "--no-header",
    # For every system and every Python from this one on, with the same versions of packages wherever they allow it.
    "--universal",
    "--python-version",
    "3.11",
    "--fork-strategy",
    "fewest",
]
# Each file is bound to the one before it, so that a package has one version at every level.
FILES = {
    "base": [],
    "server": ["--group", "server", "--constraints", "requirements/base.txt"],
    "dev": ["--group", "dev", "--constraints", "requirements/server.txt"],
    "bench": ["--group", "dev", "--group", "bench", "--constraints", "requirements/dev.txt"],
}


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        outdated = outdated_files()
        for name in outdated:
            print(f"{name} does not fit pyproject.toml: type make lock.", file=sys.stderr)
        return 1 if outdated else 0
    if arguments not in ([], ["--upgrade"]):
        print("usage: python -m scripts.lock [--upgrade | --check]", file=sys.stderr)
        return 2
    _pin(ROOT, *arguments)
    return 0


def outdated_files() -> list[str]:
    """The requirement files that pinning anew would change, leaving versions as they are wherever they fit."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copy(ROOT / "pyproject.toml", copy)
        shutil.copytree(ROOT / "requirements", copy / "requirements")
        _pin(copy)
        names = [f"requirements/{name}.txt" for name in FILES]
        return [name for name in names if (copy / name).read_bytes() != (ROOT / name).read_bytes()]


def _pin(folder: Path, *options: str) -> None:
    for name, extra in FILES.items():
        output = ["-o", f"requirements/{name}.txt"]
        command = [str(UV), "pip", "compile", *OPTIONS, *options, "pyproject.toml", *extra, *output]
        subprocess.run(command, cwd=folder, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
