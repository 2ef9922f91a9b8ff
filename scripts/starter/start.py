"""Start Kiebitz from its unpacked bundle: set up once without a network, serve, open the browser.

Runs with the system's Python alone. A second start opens the site that runs already.
"""

import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

HERE = Path(__file__).resolve().parent
SITE = HERE / "site"
WHEELS = HERE / "wheels"
OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 14)
PORTS = range(8000, 8020)
READY = "| ready after "


class CannotStart(Exception):
    """One sentence that says what stands in the way and what to do."""


def main() -> int:
    try:
        check_python()
        data = data_folder()
        if address := running_address(data):
            print(f"Kiebitz is running already: {address}", flush=True)
            open_browser(address)
            return 0
        python = set_up(data)
        return serve(python, data, room=wants_room())
    except CannotStart as error:
        print(f"kiebitz: {error}", file=sys.stderr)
        wait_for_enter()
        return 1
    except KeyboardInterrupt:
        return 130


def check_python() -> None:
    if not OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
        raise CannotStart(
            f"Python 3.11 to 3.14 is needed, this is {sys.version.split()[0]}: install one of them."
        )
    if sys.platform == "win32":
        raise CannotStart("Windows needs WSL, the Linux inside Windows: start.bat says how.")


def data_folder() -> Path:
    """Where this user keeps data: it stays when the folder of the bundle is replaced by a newer one."""
    home = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    folder = Path(home) / "kiebitz"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotStart(f"cannot write into {folder} ({error.strerror}): make it writable.") from error
    return folder


def running_address(data: Path) -> str:
    """Of the site that was started before with the same data; empty if none answers."""
    try:
        address = (data / "address").read_text(encoding="ascii").strip()
        if not address.startswith("http://127.0.0.1:"):
            return ""
        with urllib.request.urlopen(f"{address}/healthz", timeout=3) as answer:  # noqa: S310  of this computer
            return address if b"alive" in answer.read(100) else ""
    except (OSError, ValueError, urllib.error.URLError):
        return ""


def set_up(data: Path) -> Path:
    """The packages of this bundle for this Python, installed once from its own files."""
    stamp = hashlib.sha256(
        (SITE / "requirements" / "base.txt").read_bytes() + f"{SITE} {sys.version} {sys.executable}".encode()
    ).hexdigest()
    folder = data / "programs"
    python, noted = folder / "bin" / "python", folder / ".installed"
    if noted.is_file() and noted.read_text() == stamp and python.exists():
        return python
    print("Setting up Kiebitz on this computer. This is done once and takes a minute …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "venv", "--without-pip", str(folder)])
    pip = next(WHEELS.glob("pip-*.whl"), None)
    if pip is None:
        raise CannotStart("the bundle is not complete (there is no pip in it): unpack it again.")
    # A wheel can be run as it is.
    run(
        [
            str(python), f"{pip}/pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps",
            "--find-links", str(WHEELS), "--require-hashes", "-r", str(SITE / "requirements" / "base.txt"),
        ]
    )  # fmt: skip
    packages = next((folder / "lib").glob("python*/site-packages"))
    (packages / "kiebitz.pth").write_text(f"{SITE}\n", encoding="utf-8")
    noted.write_text(stamp)
    return python


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = ((done.stderr or done.stdout).strip().splitlines() or ["no message"])[-1]
        raise CannotStart(f"setting up failed: {last}")


def wants_room() -> bool:
    """Opening the site to others is a choice of each start, and the answer of somebody in a hurry is no."""
    if said := os.environ.get("ROOM", ""):
        return said == "1"
    if not sys.stdin.isatty():
        return False
    print("Shall phones in this room reach the site? Everybody in the same Wi-Fi could open it then.")
    return input("y and Enter: yes. Enter alone: only this computer. ").strip().lower() in ("y", "yes")


def serve(python: Path, data: Path, *, room: bool) -> int:
    port = int(os.environ.get("PORT") or free_port())
    address = f"http://127.0.0.1:{port}"
    environment = os.environ | {
        "VAR_DIR": str(data / "var"), "PORT": str(port), "ROOM": "1" if room else "0", "PYTHONUTF8": "1",
    }  # fmt: skip
    site = subprocess.Popen(
        [str(python), "-m", "scripts.serve"],
        cwd=SITE,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    signal.signal(signal.SIGTERM, lambda *_: site.terminate())
    signal.signal(signal.SIGINT, lambda *_: site.terminate())
    assert site.stdout is not None
    for line in site.stdout:
        print(line, end="", flush=True)
        if READY in line:
            (data / "address").write_text(address, encoding="ascii")
            open_browser(address)
    code = site.wait()
    if code:
        wait_for_enter()
    return code


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise CannotStart("all ports from 8000 to 8019 are taken by other programs: stop one of them.")


def open_browser(address: str) -> None:
    if os.environ.get("KIEBITZ_BROWSER") != "none":
        webbrowser.open(address)


def wait_for_enter() -> None:
    """A window that was opened by a double click would close before anybody has read it."""
    if sys.stdin.isatty():
        input("Press Enter to close this window. ")


if __name__ == "__main__":
    sys.exit(main())
