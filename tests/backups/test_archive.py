"""The file: whatever is not what was written is refused, with a sentence, before anything is done with it."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backups.archive import BackupReader, BackupWriter
from backups.errors import BackupRefused, DamagedBackup
from backups.files import UNFINISHED, new_file
from backups.manifest import VERSION, Manifest, Part
from backups.pictures import MAX_PICTURE_BYTES, picture_name

EMPTY = Manifest("0.2.0", "2026-11-18T08:00:00+00:00", "sqlite", ())


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A picture of a megabyte, and nothing else."""
    path = tmp_path / "site.zip"
    with new_file(path, overwrite=False) as stream:
        backup = BackupWriter(stream)
        with backup.part("pictures/a.webp", compressed=False) as part:
            part.write(b"\n".join(f"line {number}".encode() for number in range(100_000)) + b"\n")
        backup.close(Manifest(**EMPTY.__dict__ | {"pictures": (part.finished(),)}))
    return path


def _check(path: Path) -> None:
    with BackupReader(path) as backup:
        for _ in backup.check():
            pass


def _rewrite(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """As somebody does it who knows ZIP files."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)


def _change_manifest(**values: Any) -> Callable[[dict[str, bytes]], object]:
    def change(parts: dict[str, bytes]) -> None:
        parts["manifest.json"] = json.dumps(json.loads(parts["manifest.json"]) | values).encode()

    return change


def test_what_was_written_is_read_again_line_by_line(written: Path) -> None:
    _check(written)
    with BackupReader(written) as backup:
        (picture,) = backup.manifest.pictures
        assert list(backup.lines(picture)) == [f"line {number}".encode() for number in range(100_000)]


def test_a_line_may_be_longer_than_what_is_read_at_a_time(tmp_path: Path) -> None:
    line = b"x" * 1_000_000
    with new_file(tmp_path / "long.zip", overwrite=False) as stream:
        backup = BackupWriter(stream)
        with backup.part("tables/a.jsonl") as part:
            part.write(line + b"\n" + line + b"\n")
        backup.close(EMPTY)

    with BackupReader(tmp_path / "long.zip") as again:
        assert list(again.lines(part.finished())) == [line, line]


def test_a_file_that_was_cut_off_is_damaged(written: Path) -> None:
    content = written.read_bytes()
    for size in (0, 100, len(content) // 2, len(content) - 1):
        written.write_bytes(content[:size])
        with pytest.raises(DamagedBackup, match="end is missing"):
            _check(written)


def test_a_byte_that_changed_is_found(written: Path) -> None:
    content = bytearray(written.read_bytes())
    content[1000] ^= 1
    written.write_bytes(content)

    with pytest.raises(DamagedBackup):
        _check(written)


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.update({"pictures/a.webp": b"another picture"}),
        lambda parts: parts.pop("pictures/a.webp"),
        lambda parts: parts.update({"more": b""}),
        lambda parts: parts.update({"manifest.json": b"{"}),
        _change_manifest(tables="x"),
        _change_manifest(migrations=[1]),
        _change_manifest(pictures=[{"name": "pictures/a.webp", "size": 1, "sha256": ""}]),
    ],
)
def test_parts_that_somebody_changed_are_found(
    written: Path, change: Callable[[dict[str, bytes]], object]
) -> None:
    _rewrite(written, change)

    with pytest.raises(DamagedBackup):
        _check(written)


def test_another_zip_file_is_no_backup(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("manifest.json", '{"format": "something"}')
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as plain:
        plain.writestr("a", "b")

    for name in ("other.zip", "plain.zip"):
        with pytest.raises(BackupRefused, match="is no backup of Kiebitz"):
            BackupReader(tmp_path / name)


def test_a_newer_version_of_the_format_is_refused_and_says_what_to_install(written: Path) -> None:
    _rewrite(written, _change_manifest(version=VERSION + 1, site_version="3.0.0", tables="of another shape"))

    with pytest.raises(BackupRefused, match=r"install Kiebitz 3\.0\.0 or newer"):
        BackupReader(written)


@pytest.mark.parametrize(
    "name",
    [
        "pictures/../../.ssh/keys",
        "pictures//etc/passwd",
        "/etc/passwd",
        "pictures/a\\..\\b",
        "pictures/a\0",
        "a.webp",
    ],
)
def test_a_picture_whose_name_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(DamagedBackup, match="is no name of a picture"):
        picture_name(Part(name, 1, ""))


def test_a_picture_that_does_not_fit_into_the_memory_is_refused() -> None:
    with pytest.raises(DamagedBackup, match="too large"):
        picture_name(Part("pictures/a", MAX_PICTURE_BYTES + 1, ""))


def test_a_file_that_is_there_is_never_overwritten_silently(written: Path) -> None:
    before = written.read_bytes()

    with pytest.raises(BackupRefused, match="--overwrite"), new_file(written, overwrite=False):
        pass
    # Somebody else was faster while we wrote.
    other = written.with_name("other.zip")
    with pytest.raises(BackupRefused, match="is there already"), new_file(other, overwrite=False):
        other.write_bytes(b"first")

    assert written.read_bytes() == before
    assert other.read_bytes() == b"first"


def test_an_interrupted_file_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), new_file(tmp_path / "a.zip", overwrite=False):
        raise KeyboardInterrupt

    assert list(tmp_path.iterdir()) == []


WRITES_FOR_EVER = """
import sys, time
from pathlib import Path
from backups.files import new_file
with new_file(Path(sys.argv[1]), overwrite=False) as stream:
    stream.write(b"half")
    stream.flush()
    print("writing", flush=True)
    time.sleep(600)
"""


@pytest.mark.faults
def test_what_a_killed_process_left_goes_and_what_another_still_writes_stays(tmp_path: Path) -> None:
    program = [sys.executable, "-c", WRITES_FOR_EVER]
    with (
        subprocess.Popen([*program, str(tmp_path / "killed.zip")], stdout=subprocess.PIPE) as killed,
        subprocess.Popen([*program, str(tmp_path / "going-on.zip")], stdout=subprocess.PIPE) as going_on,
    ):
        for process in (killed, going_on):
            assert process.stdout is not None
            assert process.stdout.readline() == b"writing\n"
        killed.kill()
        killed.wait()
        assert list(tmp_path.glob("*.zip")) == []

        with new_file(tmp_path / "a.zip", overwrite=False) as stream:
            stream.write(b"whole")

        names = {path.name for path in tmp_path.iterdir()}
        going_on.kill()

    assert names == {"a.zip", f".going-on.zip.{going_on.pid}{UNFINISHED}"}
    assert (tmp_path / "a.zip").read_bytes() == b"whole"
