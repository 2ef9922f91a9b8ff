"""Throw-away servers: PostgreSQL runs as another user, who must be able to enter their folder."""

import tempfile
from pathlib import Path

import pytest

from scripts.throwaway import folder_that_all_may_enter


def test_the_folder_can_be_entered_by_all_also_where_temporary_files_are_private(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    folder = folder_that_all_may_enter()
    closed = [path for path in (folder, *folder.parents) if not path.stat().st_mode & 0o001]
    folder.rmdir()

    assert closed == []
