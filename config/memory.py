"""Memory that a server's processes share: settled once, before they are forked."""

import ctypes
import gc
from contextlib import suppress


def settle_memory() -> None:
    """Give back what loading has left over, and leave the rest alone for good.

    Code and tables live as long as the process. Each look through them for garbage takes time, and it writes beside
    every object, so that a forked process would soon have a copy of its own of all of them.
    """
    gc.collect()
    # glibc keeps what was freed; other systems have no such function.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    gc.freeze()
