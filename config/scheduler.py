"""The scheduler (beat): when it last sent each task stands in a small file, which is never a reason to end.

Two schedulers may run at once, by mistake or while one machine takes over from another: every task that they send can
be done twice, and what nobody has done before the next one comes runs out.
"""

import json
import logging
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from celery import beat

logger = logging.getLogger(__name__)


class Scheduler(beat.Scheduler):
    """Celery's own keeps a database of pickles, and ends where that is cut off or lies on a full disk."""

    def __init__(self, *args: Any, schedule_filename: str, **kwargs: Any) -> None:
        self._file = Path(f"{schedule_filename}.json")
        self._complaint = ""
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        super().setup_schedule()
        last_times, now = self._read(), datetime.now(UTC)
        for name, entry in self.schedule.items():
            if name in last_times:
                # The clock may have been wrong then: nothing waits until a day that was never there.
                entry.last_run_at = min(last_times[name], now)

    def sync(self) -> None:
        """In one step: whoever reads the file, after a crash or beside us, finds all of it."""
        times = {
            name: entry.last_run_at.isoformat() for name, entry in self.schedule.items() if entry.last_run_at
        }
        # Two schedulers may write at once.
        new = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        try:
            new.write_text(json.dumps(times, indent=2))
            new.replace(self._file)
            self._complaint = ""
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            self._complain(f"cannot be written: {error.strerror}")

    def _read(self) -> dict[str, datetime]:
        try:
            stored = json.loads(self._file.read_text())
            return {str(name): datetime.fromisoformat(time).astimezone(UTC) for name, time in stored.items()}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, AttributeError) as error:
            self._complain(f"cannot be read, and regular tasks begin anew: {error}")
        return {}

    def _complain(self, complaint: str) -> None:
        """Once: the disk may be full for days."""
        if complaint != self._complaint:
            logger.warning("%s %s", self._file, complaint)
        self._complaint = complaint

    @property
    def info(self) -> str:
        return f"    . file -> {self._file}"
