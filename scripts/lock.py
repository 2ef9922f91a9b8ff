"""Pin the dependencies of pyproject.toml, with hashes and without naming a host."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
OPTIONS = ["--quiet", "--generate-hashes", "--no-header", "--universal", "--python-version", "3.11"]
# Each file is bound to the one before it, so that a package has one version at every level.
FILES = {
    "base": [],
    "dev": ["--group", "dev", "--constraints", "requirements/base.txt"],
    "bench": ["--group", "dev", "--group", "bench", "--constraints", "requirements/dev.txt"],
}


def main(upgrade: bool) -> None:
    options = [*OPTIONS, *(["--upgrade"] if upgrade else [])]
    for name, extra in FILES.items():
        command = [
            str(UV),
            "pip",
            "compile",
            *options,
            "pyproject.toml",
            *extra,
            "-o",
            f"requirements/{name}.txt",
        ]
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main(upgrade="--upgrade" in sys.argv[1:])
