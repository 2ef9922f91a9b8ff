"""Build one archive that starts by a double click: the site, its pinned packages as wheels, and a starter.

It carries no Python: it uses the one of the system. PLATFORM chooses another than Linux, PYTHONS some of the versions.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from pip._vendor.packaging.markers import Marker

from scripts.catalogues.files import compile_catalogues
from scripts.install import ROOT

STARTER: Final = ROOT / "scripts" / "starter"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
# What pip calls the systems that wheels are made for; the first names the archive.
PLATFORMS: Final = {
    "linux-x86_64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "macos-arm64": (
        "macosx_11_0_arm64",
        "macosx_12_0_arm64",
        "macosx_13_0_arm64",
        "macosx_14_0_arm64",
        "macosx_10_9_universal2",
        "macosx_10_13_universal2",
        "macosx_11_0_universal2",
    ),
}
# What the site needs to run; tests, benchmarks and their tools stay away.
PARTS: Final = (
    "audit", "backups", "config", "core", "engine", "games", "jobs", "players", "scripts", "tournaments",
    "static", "templates", "locale", "docs", "requirements", "manage.py", "pyproject.toml", "README.md", "LICENSE",
    "CHANGELOG.md",
)  # fmt: skip


def main() -> int:
    platform = os.environ.get("PLATFORM") or "linux-x86_64"
    pythons = (os.environ.get("PYTHONS") or ",".join(PYTHONS)).split(",")
    if platform not in PLATFORMS or not set(pythons) <= set(PYTHONS):
        print(
            f"kiebitz: PLATFORM is one of {', '.join(PLATFORMS)}, PYTHONS of {', '.join(PYTHONS)}.",
            file=sys.stderr,
        )
        return 2
    archive = Path(os.environ.get("DIST") or ROOT / "dist") / f"{name(platform)}.tar.gz"
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / name(platform)
        try:
            collect_wheels(bundle / "wheels", platform=platform, pythons=pythons)
        except subprocess.CalledProcessError as error:
            print(error.stderr[-2000:], file=sys.stderr)
            print(
                "kiebitz: the packages could not be downloaded; pip's last words stand above.",
                file=sys.stderr,
            )
            return 1
        compile_catalogues()
        copy_site(bundle / "site")
        copy_starter(bundle, platform=platform)
        write_archive(bundle, archive)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    print(f"{archive} ({archive.stat().st_size / 1e6:.0f} MB)\nsha256 {digest}")
    return 0


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def name(platform: str) -> str:
    return f"kiebitz-{version()}-{platform}"


def collect_wheels(folder: Path, *, platform: str, pythons: list[str]) -> None:
    """Pinned, with their hashes checked; packages without compiled parts serve all versions of Python."""
    folder.mkdir(parents=True)
    systems = [word for each in PLATFORMS[platform] for word in ("--platform", each)]
    for python in pythons:
        print(f"Downloading the packages for Python {python} …", flush=True)
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(pinned_for(python))
            file.flush()
            _pip("--require-hashes", "-r", file.name, "--python-version", python, *systems, into=folder)
    _pip("pip", into=folder)


def pinned_for(python: str) -> str:
    """The pins that any release of this version of Python needs. pip would ask the Python that it runs with itself."""
    text = (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8")
    releases = [{"python_version": python, "python_full_version": f"{python}.{last}"} for last in (0, 99)]
    pins = []
    for pin in text.replace("\\\n", "").splitlines():
        package, _, rest = pin.partition(" ; ")
        marker, hashes, more = rest.partition("--hash")
        if not marker or any(Marker(marker.strip()).evaluate(release) for release in releases):
            pins.append(f"{package} {hashes}{more}")
    return "\n".join(pins) + "\n"


def _pip(*arguments: str, into: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run(
        [*command, "--only-binary", ":all:", "--dest", str(into), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )


def copy_site(folder: Path) -> None:
    folder.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        elif source.is_file():
            shutil.copy(source, folder / part)
    # What an installation would leave: the site asks for its version there.
    metadata = folder / f"kiebitz-{version()}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: kiebitz\nVersion: {version()}\n", encoding="utf-8")


def copy_starter(bundle: Path, *, platform: str) -> None:
    shutil.copy(STARTER / "start.py", bundle)
    shutil.copy(STARTER / "start.sh", bundle)
    if platform.startswith("macos"):
        shutil.copy(STARTER / "start.sh", bundle / "start.command")
    else:
        shutil.copy(STARTER / "Kiebitz.desktop", bundle)
        shutil.copy(STARTER / "start.bat", bundle)
        (bundle / "Kiebitz.desktop").chmod(0o755)  # desktops start no file that is not meant to run


def write_archive(bundle: Path, archive: Path) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive, "w:gz") as file:
        file.add(bundle, arcname=bundle.name, filter=_without_owner)


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


if __name__ == "__main__":
    sys.exit(main())
