"""Build the wheels: of the site, of the referee alone (`kiebitz-engine`), and of the referee compiled for this machine.

Nothing is downloaded and nothing is written but the wheels: compiled code is built in a temporary folder.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scripts.catalogues.files import compile_catalogues

ROOT: Final = Path(__file__).resolve().parent.parent
ENGINE: Final = "kiebitz_engine"  # the folder engine/, by the name it is imported by where it is installed
PURE: Final = "py3-none-any"
# What the site reads beside its modules; it looks for them where its modules lie.
SITE_FOLDERS: Final = ("templates", "static", "locale", "docs")
# The modules in which records are read and games are played. The others are not worth the time of a compiler, nor
# are draughts among them: they run as they are, on top of what is compiled.
COMPILED: Final = (
    "board_game", *(f"barragoon/{name}" for name in (
        "board", "plies", "ways", "position", "repetition", "state", "game", "dead_decision", "dead_lines",
        "dead_memory", "dead_reach", "dead_search", "dead_tempo", "dead_terrain", "dead_watch",
    )),
    *(f"stratego/{name}" for name in ("board", "coding", "pieces", "game")),
    *(f"record/{name}" for name in (
        "model", "movetext", "movetext_errors", "reader", "splitting", "tags", "tokens", "result", "lines",
    )),
)  # fmt: skip


def main() -> int:
    folder = Path(os.environ.get("DIST") or ROOT / "dist")
    folder.mkdir(parents=True, exist_ok=True)
    for wheel in (build_site(folder), build_engine(folder), build_compiled_engine(folder)):
        print(f"{wheel} ({wheel.stat().st_size / 1e6:.1f} MB)")
    return 0


def build_site(folder: Path) -> Path:
    """With templates, static files and catalogues, which lie beside the packages once it is installed."""
    compile_catalogues()
    project = _project()
    files = {"manage.py": (ROOT / "manage.py").read_bytes()}
    for package in _pyproject()["tool"]["uv"]["build-backend"]["module-name"]:
        files |= _files_of(ROOT / package, package)
    for name in SITE_FOLDERS:
        files |= _files_of(ROOT / name, name)
    metadata = _metadata(
        project, project["name"], project["description"], "README.md", project["dependencies"]
    )
    return _write_wheel(folder, project["name"], files, metadata, PURE, project["scripts"])


def build_engine(folder: Path) -> Path:
    """The referee alone: pure Python, without dependencies."""
    return _write_engine(folder, _files_of(ROOT / "engine", ENGINE), PURE)


def build_compiled_engine(folder: Path) -> Path:
    """The same with its inner modules compiled, for this Python and this system."""
    with tempfile.TemporaryDirectory() as temporary:
        _compile(Path(temporary))
        libraries = {
            str(path.relative_to(temporary)): path.read_bytes()
            for path in sorted(Path(temporary).rglob("*.so"))
            if "build" not in path.relative_to(temporary).parts
        }
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return _write_engine(
        folder, _files_of(ROOT / "engine", ENGINE) | libraries, f"{python}-{python}-{platform}"
    )


def _compile(folder: Path) -> None:
    """Put compiled modules beside the sources in this folder."""
    shutil.copytree(ROOT / "engine", folder / ENGINE, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    modules = [f"{ENGINE}/{name}.py" for name in COMPILED]
    (folder / "setup.py").write_text(
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        f"setup(name='{ENGINE}', packages=[], ext_modules=mypycify(['--strict', *{modules!r}], opt_level='3'))\n",
        encoding="utf-8",
    )
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(
            f"kiebitz: the referee cannot be compiled:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )


def _write_engine(folder: Path, files: dict[str, bytes], tag: str) -> Path:
    project = _project()
    description = (
        "The referee for Barragoon, Stratego and draughts: rules, records and adjudication of board games"
    )
    metadata = _metadata(project, "kiebitz-engine", description, "engine/README.md", [])
    scripts = {"kiebitz-engine": f"{ENGINE}.__main__:main"}
    return _write_wheel(folder, "kiebitz-engine", files, metadata, tag, scripts)


def _files_of(folder: Path, name: str) -> dict[str, bytes]:
    """Everything in a folder, by its path in the wheel; nothing that an interpreter or a compiler left there."""
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".so")
    }


def _metadata(
    project: Mapping[str, Any], name: str, summary: str, readme: str, requirements: list[str]
) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {name}",
        f"Version: {project['version']}",
        f"Summary: {summary}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in requirements),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (ROOT / readme).read_text(encoding="utf-8")


def _write_wheel(
    folder: Path, name: str, files: Mapping[str, bytes], metadata: str, tag: str, scripts: Mapping[str, str]
) -> Path:
    """The same content always makes the same bytes."""
    stem = f"{name.replace('-', '_')}-{_project()['version']}"
    info = f"{stem}.dist-info"
    is_pure = str(tag == PURE).lower()
    described = f"Wheel-Version: 1.0\nGenerator: kiebitz\nRoot-Is-Purelib: {is_pure}\nTag: {tag}\n"
    entries = "[console_scripts]\n" + "".join(f"{script} = {target}\n" for script, target in scripts.items())
    content = {
        **files,
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": described.encode(),
        f"{info}/entry_points.txt": entries.encode(),
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = "".join(f"{path},{_digest(data)},{len(data)}\n" for path, data in content.items())
    content[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = folder / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in content.items():
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return wheel


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _project() -> dict[str, Any]:
    project: dict[str, Any] = _pyproject()["project"]
    return project


if __name__ == "__main__":
    sys.exit(main())
