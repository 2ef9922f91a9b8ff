"""The board in Chromium: frames a second while a key is held down through 200 plies, and what its page weighs."""

import gzip
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Response, sync_playwright

from bench.harness import report
from scripts.install import find_program
from scripts.processes import wait_until

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = find_program("chromium-headless-shell")
ROUNDS = 3
PLIES = 200
GOAL_FRAMES = 50
GOAL_SCRIPTS, GOAL_PAGE = 40 * 1024, 120 * 1024

# A key held down repeats about thirty times a second; frames are counted by the browser itself.
HOLD_A_KEY = """(plies) => new Promise((done) => {
  const frames = [];
  let pressed = 0;
  const press = () => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", repeat: pressed > 0, bubbles: true, cancelable: true }));
  const timer = setInterval(() => { press(); pressed += 1; if (pressed > plies) clearInterval(timer); }, 33);
  const frame = (now) => {
    frames.push(now);
    if (pressed > plies) {
      const shown = Number(document.querySelector("[data-moves] [aria-current]").dataset.ply);
      done({ frames: frames.length - 1, seconds: (frames.at(-1) - frames[0]) / 1000, shown });
    } else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""

MAKE_GAMES = """
import django; django.setup()
from tests.games.replay.stored_games import long_barragoon; from tests.games.replay.stored_games import long_stratego
print(long_barragoon({plies}).pk, long_stratego({plies}).pk)
"""


class Weight(NamedTuple):
    scripts: int  # gzipped
    page: int  # everything, as it came over the wire


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as var,
        _site(Path(var)) as (address, games),
        sync_playwright() as playwright,
    ):
        switches = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=switches)
        speeds = {
            name: _frames_a_second(chromium, f"{address}/games/{game}/") for name, game in games.items()
        }
        weights = {
            name: _weight(chromium, f"{address}/games/{game}/?ply=100") for name, game in games.items()
        }
        chromium.close()
    for name, speed in speeds.items():
        weight = weights[name]
        print(
            f"{name}: {speed:.1f} frames a second, scripts {weight.scripts} bytes, page {weight.page} bytes"
        )
        report(f"board of {name}: frames a second of {GOAL_FRAMES}", speed / GOAL_FRAMES, 1, "higher")
        report(f"board of {name}: scripts of 40 KB gzipped", weight.scripts / GOAL_SCRIPTS, 1, "lower")
        report(f"board of {name}: page of 120 KB in all", weight.page / GOAL_PAGE, 1, "lower")


def _frames_a_second(chromium: Browser, address: str) -> float:
    speeds = []
    for _ in range(ROUNDS):
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.locator(".replay--scripted").wait_for()
        counted = page.evaluate(HOLD_A_KEY, PLIES)
        if counted["shown"] != PLIES:
            raise SystemExit(f"{address} shows ply {counted['shown']} in the end, not {PLIES}")
        speeds.append(counted["frames"] / counted["seconds"])
        page.close()
    return median(speeds)


def _weight(chromium: Browser, address: str) -> Weight:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    finished: list[dict[str, Any]] = []
    responses: list[Response] = []
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: finished.append(event))
    page.on("response", lambda response: responses.append(response))
    page.goto(address, wait_until="networkidle")
    scripts = [response.body() for response in responses if response.request.resource_type == "script"]
    weight = Weight(
        sum(len(gzip.compress(script, 9)) for script in scripts),
        int(sum(event["encodedDataLength"] for event in finished)),
    )
    context.close()
    return weight


@contextmanager
def _site(var: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The site as it is served, with one long game of each kind."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = os.environ | {
        "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0", "VAR_DIR": str(var),
        "LOG_LEVEL": "ERROR", "REDIS_URL": f"unix://{var}/none", "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    for command in ("migrate", "collectstatic"):
        subprocess.run(
            [sys.executable, "manage.py", command, "--no-input", "-v", "0"],
            cwd=ROOT,
            env=environment,
            check=True,
        )
    made = subprocess.run(
        [sys.executable, "-c", MAKE_GAMES.format(plies=PLIES)],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    barragoon, stratego = made.stdout.split()
    gunicorn = [str(Path(sys.executable).parent / "gunicorn"), "--config", "python:config.gunicorn"]
    server = subprocess.Popen(
        [*gunicorn, "--bind", f"127.0.0.1:{port}", "config.wsgi"],
        cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        if not wait_until(lambda: _answers(port), seconds=30):
            raise SystemExit("the site does not answer")
        yield f"http://127.0.0.1:{port}", {"Barragoon": barragoon, "Stratego": stratego}
    finally:
        server.terminate()
        server.wait(20)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


if __name__ == "__main__":
    main()
