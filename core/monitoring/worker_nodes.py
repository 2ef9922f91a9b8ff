"""Where workers leave their signs of life, and under which names. Without Django: who starts workers asks as well."""

import os
import socket
from typing import Final

WORKERS_KEY: Final = "kiebitz-workers"


def node_name(pid: int) -> str:
    """Machine and process."""
    return f"{socket.gethostname()}:{pid}"


def own_node() -> str:
    return node_name(os.getpid())
