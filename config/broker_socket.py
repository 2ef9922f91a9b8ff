"""Where the broker that `make run` starts listens: for itself, and for the commands that look for it there."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

# The kernel takes socket paths of at most 107 bytes.
LONGEST_SOCKET_PATH: Final = 100


def socket_of_broker(directory: Path) -> Path:
    """In the broker's directory, or in a short one of its user if the path would be too long for the kernel."""
    path = directory / "broker.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"kiebitz-{os.geteuid()}-{name}" / "broker.sock"
