"""What the command `kiebitz` changes on a machine: files, folders, links, users' programs. Standard library alone."""

import fcntl
import os
import pwd
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

# systemd and the site read such lines alike, whatever else they may hold.
SETTING = re.compile(
    r"(?P<name>[A-Za-z_]\w*)=(?:(?P<plain>[^'\"\\\s]([^'\"\\]*[^'\"\\\s])?)?|'(?P<quoted>[^'\\]*)')"
)


class Problem(Exception):
    """One sentence that says what is wrong and what to do."""


class Machine:
    """What is changed on the machine goes through here: it is said, and with --dry-run nothing more."""

    def __init__(self, root: Path, *, dry_run: bool) -> None:
        self.is_trial = root != Path("/")
        self.dry_run = dry_run
        self.lock_file: IO[str] | None = None
        self.releases = root / "opt/kiebitz/releases"
        self.current = root / "opt/kiebitz/current"
        self.settings = root / "etc/kiebitz/kiebitz.env"
        self.var = root / "var/lib/kiebitz"
        self.logs = root / "var/log/kiebitz"
        self.units = root / "etc/systemd/system"
        self.rotation = root / "etc/logrotate.d/kiebitz"
        self.command = root / "usr/local/bin/kiebitz"
        self.lock = root / "run/lock/kiebitz"

    def say(self, line: str) -> None:
        print(f"would {line}" if self.dry_run else line, flush=True)

    def conclude(self, sentence: str) -> None:
        """The last words, which a dry run may not say."""
        print("Nothing was changed." if self.dry_run else sentence)

    def run(
        self,
        *command: str,
        user: str = "",
        cwd: Path = Path("/"),
        settings: dict[str, str] | None = None,
        has_to_succeed: bool = True,
    ) -> int:
        """As root, or as another user, who gets a clean environment and the given settings. The exit code."""
        if self.dry_run:
            return 0
        if self.is_trial:
            user = ""
        environment = dict(os.environ)
        account: dict[str, Any] = {}
        if user or settings:
            environment = {
                name: os.environ[name] for name in ("PATH", "LANG", "TERM") if name in os.environ
            } | (settings or {})
        if user:
            account = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
        # What goes on after this command was killed keeps its lock.
        account["pass_fds"] = [self.lock_file.fileno()] if self.lock_file else []
        done = subprocess.run(
            command, cwd=cwd, env=environment, umask=0o077 if user else -1, check=False, **account
        )
        if done.returncode and has_to_succeed:
            raise Problem(f"this step failed, its words stand above: {' '.join(command)}")
        return done.returncode

    def write(self, path: Path, text: str, *, mode: int = 0o644, group: str = "root") -> bool:
        """Whether the file was not like that already. It is there as a whole or not at all."""
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            return False
        self.say(f"write {path}")
        if not self.dry_run:
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f".{path.name}.new")
            new.unlink(missing_ok=True)
            new.touch(mode=0o600)
            new.write_text(text, encoding="utf-8")
            if not self.is_trial:
                shutil.chown(new, "root", group)
            new.chmod(mode)
            new.replace(path)
        return True

    def link(self, path: Path, target: Path) -> None:
        if path.is_symlink() and path.readlink() == target:
            return
        self.say(f"let {path} lead to {target}")
        if not self.dry_run:
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f".{path.name}.new")
            new.unlink(missing_ok=True)
            new.symlink_to(target)
            new.replace(path)

    def folder(self, path: Path, *, mode: int, owner: str = "root") -> None:
        if path.is_dir():
            return
        self.say(f"make the folder {path}")
        if not self.dry_run:
            path.mkdir(parents=True, mode=mode)
            path.chmod(mode)
            if not self.is_trial:
                shutil.chown(path, owner, owner)

    def services(self, *command: str) -> None:
        """systemctl, where systemd runs."""
        if not self.is_trial and Path("/run/systemd/system").is_dir():
            self.run("systemctl", *command)


class OnlyOne:
    """Two at once would get into each other's way. Each is written down with how it ended."""

    def __init__(self, machine: Machine, *, quietly: bool) -> None:
        """Quietly: what only looks, or asks manage.py, may do so beside another, and is not written down."""
        self._machine = machine
        self._quietly = quietly

    def __enter__(self) -> None:
        if self._machine.dry_run or self._quietly:
            return
        self._machine.lock.parent.mkdir(parents=True, exist_ok=True)
        file = self._machine.lock_file = self._machine.lock.open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem("another kiebitz command is running: wait until it has ended") from None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._machine.lock_file is None:
            return
        self._machine.lock_file.close()
        if self._machine.logs.is_dir():
            log = self._machine.logs / "kiebitz.log"
            with log.open("a", encoding="utf-8") as lines:
                log.chmod(0o640)
                words = [word for word in sys.argv[1:] if "://" not in word]
                outcome = "done" if kind is None else "failed"
                lines.write(
                    f"{datetime.now(UTC).isoformat(timespec='seconds')} {outcome}: {' '.join(words)}\n"
                )


def read_settings(path: Path) -> dict[str, str]:
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        setting = SETTING.fullmatch(line)
        if setting is None:
            raise Problem(
                f"{path} line {number} is neither NAME=value nor NAME='value': quotes, backslashes and spaces at the "
                "ends stand inside single quotes"
            )
        found[setting["name"]] = (
            setting["quoted"] if setting["quoted"] is not None else setting["plain"] or ""
        )
    return found
