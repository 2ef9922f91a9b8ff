"""Run every benchmark and print a table; also what the scripts share.

A benchmark measures its subject and a peer side by side in one run, because absolute times of one machine mean
nothing on another, and ends with one JSON line a result.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Literal, TypedDict

HERE = Path(__file__).resolve().parent
Better = Literal["higher", "lower"]


def report(bench: str, ratio: float, goal: float, better: Better) -> None:
    """Print one result as the JSON line that the table is made of; what people want to know besides, print as text."""
    print(json.dumps({"bench": bench, "ratio": round(ratio, 3), "goal": goal, "better": better}), flush=True)


def side_by_side(
    subject: Callable[[], float], peer: Callable[[], float], *, rounds: int = 5
) -> tuple[float, float]:
    """Measure both in turns, so that a busy moment of the machine hits both alike; the medians of each."""
    pairs = [(subject(), peer()) for _ in range(rounds)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


class Result(TypedDict):
    """One JSON line."""

    bench: str
    ratio: float
    goal: float
    better: Better


def main(names: list[str], folder: Path = HERE) -> int:
    """Run the benchmarks of these names, or all; 1 if one of them broke, 2 if there is none of a name."""
    scripts = sorted(path.stem for path in folder.glob("*.py") if path.stem not in ("__init__", "harness"))
    unknown = [name for name in names if name not in scripts]
    if unknown:
        print(
            f"There is no benchmark {' or '.join(unknown)}. There are: {', '.join(scripts)}.", file=sys.stderr
        )
        return 2
    results: list[Result] = []
    broken = []
    for script in names or scripts:
        print(f"… {script}", file=sys.stderr, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"{folder.name}.{script}"],
            cwd=folder.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"bench"')]
        results += found
        if done.returncode or not found:
            broken.append(script)
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
    for result in results:
        print(json.dumps(result))
    print(f"\n{'benchmark':<44}{'ratio':>10}{'goal':>12}")
    for result in results:
        print(_row(result))
    for script in broken:
        print(f"{script:<44}     broken: its last words stand above")
    return 1 if broken else 0


def _row(result: Result) -> str:
    ratio, goal = result["ratio"], result["goal"]
    higher = result["better"] == "higher"
    reached = ratio >= goal if higher else ratio <= goal
    asked = f"{'≥' if higher else '≤'} {goal}"
    return f"{result['bench']:<44}{ratio:>10}{asked:>12}{'' if reached else '  missed'}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
