"""Look for mistakes with random inputs, for FUZZ_MINUTES minutes (10): attackers, the API, and readers.

What is found is printed with the seed that repeats it (FUZZ_SEED), and kept in tests/security/examples/, where each
later run tries it first.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
# By shares of the time: what can be combined in more ways gets more of it.
SHARES: Final = {
    "tests/security/test_attackers.py": 0.6,
    "tests/security/test_api_bodies.py": 0.15,
    "tests/security/test_readers.py": 0.25,
}
READERS: Final = 5  # tests of that file, which share its part


def main() -> int:
    try:
        minutes = float(os.environ.get("FUZZ_MINUTES") or 10)
    except ValueError:
        print("kiebitz: FUZZ_MINUTES has to be a number.", file=sys.stderr)
        return 2
    seed = os.environ.get("FUZZ_SEED", "")
    if seed and not seed.isdecimal():
        print("kiebitz: FUZZ_SEED has to be a number that an earlier run has printed.", file=sys.stderr)
        return 2
    failed = [file for file, share in SHARES.items() if _fuzz(file, minutes * 60 * share, seed)]
    if failed:
        print(
            f"Something was found by {', '.join(failed)}: see above, how to repeat it too.", file=sys.stderr
        )
        return 1
    print(f"Nothing was found in {minutes:g} minutes.")
    return 0


def _fuzz(file: str, seconds: float, seed: str) -> int:
    print(f"{file}: {seconds:.0f} seconds", flush=True)
    parts = READERS if file.endswith("test_readers.py") else 1
    environment = os.environ | {"KIEBITZ_FUZZ_SECONDS": str(seconds / parts), "KIEBITZ_FUZZ_SEED": seed}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--timeout=0", "-p", "no:cacheprovider", file]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
