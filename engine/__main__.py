"""`python -m engine`, also installed as `kiebitz-engine`."""

from __future__ import annotations

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
