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
from typing import Literal

HERE = Path(__file__).resolve().parent
Better = Literal["higher", "lower"]


def report(bench: str, ratio: float, goal: float, better: Better) -> None:
    """Print one result for people on standard error's side of things and for programs as a JSON line."""
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


def main(names: list[str]) -> int:
    scripts = sorted(path for path in HERE.glob("*.py") if path.stem not in ("__init__", "harness"))
    results, broken = [], []
    for script in scripts:
        if names and script.stem not in names:
            continue
        print(f"… {script.stem}", file=sys.stderr, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"bench.{script.stem}"],
            cwd=HERE.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"bench"')]
        results += found
        if done.returncode or not found:
            broken.append(script.stem)
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
    for result in results:
        print(json.dumps(result))
    print(f"\n{'benchmark':<44}{'ratio':>10}{'goal':>12}")
    for result in results:
        sign = "≥" if result["better"] == "higher" else "≤"
        reached = result["ratio"] >= result["goal"] if sign == "≥" else result["ratio"] <= result["goal"]
        goal = f"{sign} {result['goal']}"
        print(f"{result['bench']:<44}{result['ratio']:>10}{goal:>12}  {'' if reached else 'missed'}")
    for name in broken:
        print(f"{name:<44}     broken: its last words stand above")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
