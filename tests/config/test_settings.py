"""The settings are safe by default and say in one line what is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPLETE = {"SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "kiebitz.example.org"}


def _manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    # An empty value counts as unset; it also covers what a .env file beside manage.py may say.
    bare = dict.fromkeys(("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "DATABASE_URL", "REDIS_URL"), "")
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=inherited | bare | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        (
            {"ALLOWED_HOSTS": "x"},
            (
                "kiebitz: SECRET_KEY is not set: put SECRET_KEY=(50 random characters or more) "
                "into .env or the environment."
            ),
        ),
        (
            {"SECRET_KEY": "x"},
            (
                "kiebitz: ALLOWED_HOSTS is not set: put the site's host names there, separated by commas "
                "(club.example.org)."
            ),
        ),
        (COMPLETE | {"HTTPS": "perhaps"}, "kiebitz: HTTPS is 'perhaps', but it is a switch: write 1 or 0."),
        (
            COMPLETE | {"LOG_FORMAT": "xml"},
            "kiebitz: LOG_FORMAT is 'xml', but it must be one of: text, json.",
        ),
    ],
)
def test_a_wrong_environment_is_one_line_and_a_failure(environment: dict[str, str], line: str) -> None:
    done = _manage("check", **environment)

    assert (done.returncode, done.stderr, done.stdout) == (1, f"{line}\n", "")


def test_production_settings_pass_the_deployment_check() -> None:
    done = _manage(
        "check", "--deploy", "--fail-level", "WARNING", **COMPLETE | {"SECRET_KEY": "a1B2" * 15 + "!?"}
    )

    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "System check identified no issues (0 silenced).\n",
        "",
    )
