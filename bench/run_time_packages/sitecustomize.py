"""Keeps out what developers have beside the packages of `make run`: other libraries load it where it is installed.

A folder of its own, for it is found by PYTHONPATH when Python starts.
"""

import sys

for name in ("opentelemetry", "pygments"):
    sys.modules[name] = None  # type: ignore[assignment]  # "not installed", as importing it says then
