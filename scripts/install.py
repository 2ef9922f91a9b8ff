"""Install what Kiebitz needs: the virtual environment, the pinned packages, and for the tests Debian's programs.

Runs with the system's Python alone, before anything is installed, so it imports only the standard library.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import ssl
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".installed"
# Each level holds the one before it, so that the fuller one serves `make run` as well.
LEVELS = ("base", "server", "dev", "bench")
# The first and the last version of Python that the pinned packages are made for; the Makefile looks for the same.
OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 14)

# What the tests drive for real, by the program looked for and the Debian package that brings it.
TEST_PROGRAMS = {
    "initdb": "postgresql",
    "redis-server": "redis-server",
    "chromium-headless-shell": "chromium-headless-shell",
    "curl": "curl",
    "systemd-analyze": "systemd",
    "logrotate": "logrotate",
    "pgbouncer": "pgbouncer",
    "gcc": "gcc",
}
# What the compiled referee includes: of C, and of the Python that it is compiled for.
TEST_HEADERS = {
    "/usr/include/stdio.h": "libc6-dev",
    f"{sysconfig.get_path('include')}/Python.h": f"python{sys.version_info.major}.{sys.version_info.minor}-dev",
}
# Web servers: taken out of their packages and not installed, or they would run on this machine from then on.
UNPACKED_PROGRAMS = {"nginx": "nginx", "caddy": "caddy"}
UNPACKED = VENV / "programs"


class InstallationError(Exception):
    """One sentence that says what is missing and what to type."""


def main(arguments: list[str]) -> int:
    level = arguments[0] if arguments else "base"
    if level not in LEVELS:
        print(f"usage: install.py [{'|'.join(LEVELS)}]", file=sys.stderr)
        return 2
    try:
        install_packages(level)
        if level in ("dev", "bench"):
            install_test_programs()
        compile_catalogues()
    except InstallationError as error:
        print(f"kiebitz: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("kiebitz: the installation was interrupted; the same command goes on with it.", file=sys.stderr)
        return 130  # what a shell says of a program that Ctrl-C ended
    return 0


def install_packages(level: str) -> None:
    if not OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
        raise InstallationError(
            f"Python 3.11 to 3.14 is needed, this is {sys.version.split()[0]}: "
            "install one of them, or call make with PYTHON=/path/to/python3."
        )
    level = _fuller(level)
    if _already_installed(level):
        return
    _check_that_files_can_be_written()
    try:
        if not _environment_is_ours():
            _create_environment()
        python = str(VENV / "bin" / "python")
        print(f"Installing the {level} packages …", flush=True)
        _run(
            [
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--require-hashes",
                "-r",
                "requirements/uv.txt",
            ]
        )
        uv = [str(VENV / "bin" / "uv"), "--quiet", "--no-python-downloads"]
        uv += [*_cache_options(), *_certificate_options(), "pip"]
        _run(
            [
                *uv,
                "sync",
                *(["--compile-bytecode"] if level == "base" else []),
                "--python",
                python,
                "--require-hashes",
                f"requirements/{level}.txt",
                "requirements/uv.txt",
            ]
        )
        # The project itself, for its version and the command kiebitz-engine. uv builds it without any other tool.
        _run([*uv, "install", "--python", python, "--no-deps", "--offline", "-e", "."])
        STAMP.write_text(f"{level} {_fingerprint(level)}\n", encoding="ascii")
    except OSError as error:
        raise InstallationError(f"cannot install into {VENV}: {error.strerror or error}.") from error


def _cache_options() -> list[str]:
    """What uv downloads is kept for the next time, except where it may not: users of services often have no home."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    folder = Path(os.environ.get("UV_CACHE_DIR") or Path(caches) / "uv")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return []
    except OSError:
        return ["--no-cache"]


def compile_catalogues() -> None:
    """Those whose words are newer than what was compiled of them; the packages that do it are installed by now."""
    catalogues = (ROOT / "locale").glob("*/LC_MESSAGES/django.po")
    if any(_is_newer(catalogue, catalogue.with_suffix(".mo")) for catalogue in catalogues):
        _run([str(VENV / "bin" / "python"), "-m", "scripts.catalogues", "compile"])


def _is_newer(source: Path, target: Path) -> bool:
    return not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns


def _certificate_options() -> list[str]:
    """The authorities that this machine trusts, as pip and git do: a network may have one of its own. uv has others."""
    paths = ssl.get_default_verify_paths()
    known = paths.cafile or (paths.capath and any(Path(paths.capath).iterdir()))
    return ["--system-certs"] if known else []


def install_test_programs() -> None:
    missing = [package for program, package in TEST_PROGRAMS.items() if not find_program(program)]
    missing += [package for header, package in TEST_HEADERS.items() if not Path(header).is_file()]
    to_unpack = [package for program, package in UNPACKED_PROGRAMS.items() if not find_program(program)]
    if missing:
        _install_with_apt(missing)
    if to_unpack:
        _unpack_with_apt(to_unpack)


def _install_with_apt(missing: list[str]) -> None:
    command = f"apt-get install -y --no-install-recommends {' '.join(missing)}"
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise InstallationError(f"the tests need {', '.join(missing)}. Type: sudo {command}")
    print(f"Installing {', '.join(missing)} …", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "update", "-qq"], environment)
    _run([*command.split(), "-qq"], environment)


def _unpack_with_apt(packages: list[str]) -> None:
    """Everybody may download Debian's packages; root also brings the lists of what there is up to date."""
    print(f"Unpacking {', '.join(packages)} …", flush=True)
    UNPACKED.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run(["apt-get", "update", "-qq"])
    if not _unpack(packages, UNPACKED):
        command = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
        raise InstallationError(f"the tests need {', '.join(packages)}. Type: sudo {command}")


def find_program(name: str) -> str | None:
    """Where a program is that the tests drive."""
    # Debian keeps PostgreSQL's programs, one set a version, out of PATH, and servers out of that of ordinary users.
    folders = ["/usr/sbin", "/usr/local/sbin", f"{UNPACKED}/usr/sbin", f"{UNPACKED}/usr/bin"]
    in_path = shutil.which(name) or shutil.which(name, path=":".join(folders))
    return in_path or next(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), None)


def _fuller(level: str) -> str:
    """The level asked for, or the fuller one that is installed: who runs the site keeps the tools for the tests."""
    installed = _read_stamp()[0]
    return max(level, installed, key=LEVELS.index) if installed in LEVELS else level


def _already_installed(level: str) -> bool:
    """Whether the environment holds this level exactly as pinned now."""
    return _read_stamp() == [level, _fingerprint(level)]


def _read_stamp() -> list[str]:
    """The installed level and its fingerprint."""
    try:
        return STAMP.read_text(encoding="ascii").split() or ["", ""]
    except OSError:
        return ["", ""]


def _fingerprint(level: str) -> str:
    digest = hashlib.sha256()
    for name in (f"requirements/{level}.txt", "requirements/uv.txt", "pyproject.toml"):
        digest.update((ROOT / name).read_bytes())
    digest.update(str(ROOT).encode())  # an environment that was moved has wrong paths in its scripts
    digest.update(f"{sys.version_info[:2]}".encode())  # packages are installed for one version of Python
    return digest.hexdigest()


def _check_that_files_can_be_written() -> None:
    """Before pip or venv find out, who say it in many words."""
    try:
        VENV.mkdir(exist_ok=True)
        probe = VENV / ".writable"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise InstallationError(
            f"cannot write into {VENV} ({error.strerror}): make {ROOT} writable, or copy it to a disk that is."
        ) from error


def _environment_is_ours() -> bool:
    """Whether it is complete, made in this place, where its programs look for Python, and by this version of Python."""
    try:
        configuration = (VENV / "pyvenv.cfg").read_text(encoding="utf-8")
    except OSError:
        return False
    major, minor = sys.version_info[:2]
    made_here = re.search(rf"^command = .* {re.escape(str(VENV))}$", configuration, re.MULTILINE) is not None
    same_version = re.search(rf"^version = {major}\.{minor}\.", configuration, re.MULTILINE) is not None
    programs = [VENV / "bin" / name for name in ("pip", "python")]
    return made_here and same_version and all(program.exists() for program in programs)


def _create_environment() -> None:
    complete = importlib.util.find_spec("ensurepip") is not None  # Debian ships it apart
    if not complete and shutil.which("apt-get") is None:
        raise InstallationError(
            "Python's venv module is incomplete (there is no ensurepip), and no apt-get is here to complete "
            "it: install it as your system does, or call make with PYTHON=/path/to/another/python3."
        )
    if not complete and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        _run(["apt-get", "update", "-qq"], environment)
        _run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "python3-venv"], environment)
        complete = True
    print("Creating the virtual environment .venv …", flush=True)
    without_pip = [] if complete else ["--without-pip"]
    _run([sys.executable, "-m", "venv", "--clear", *without_pip, str(VENV)])
    if not complete:
        _bring_pip()


def _bring_pip() -> None:
    """Everybody may download Debian's packages, only root may install them: take pip's out of its package."""
    with tempfile.TemporaryDirectory(dir=VENV) as folder:
        wheel = _unpack_pip(Path(folder))
        if wheel is None:
            raise InstallationError(
                "Python's venv module is incomplete. Type: sudo apt-get install -y python3-venv"
            )
        # A wheel can be run as it is, and installs itself.
        pip = [str(VENV / "bin" / "python"), f"{wheel}/pip"]
        _run([*pip, "install", "--quiet", "--disable-pip-version-check", "--no-index", str(wheel)])


def _unpack_pip(folder: Path) -> Path | None:
    if not _unpack(["python3-pip-whl"], folder):
        return None
    return next(folder.glob("usr/share/python-wheels/pip-*.whl"), None)


def _unpack(packages: list[str], folder: Path) -> bool:
    """Whether the packages were downloaded and their files now lie in the folder."""
    commands = (
        ["apt-get", "download", "-qq", *packages],
        ["sh", "-c", 'for package in ./*.deb; do dpkg-deb --extract "$package" . || exit 1; done'],
    )
    try:
        for command in commands:
            if subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode:
                return False
    except OSError:  # there is no apt-get
        return False
    for package in folder.glob("*.deb"):
        package.unlink()
    return True


def _run(command: list[str], environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        print("\n".join(lines[-12:]), file=sys.stderr)
        raise InstallationError(f"this step failed, its last words stand above: {' '.join(command)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
