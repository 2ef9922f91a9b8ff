"""The settings are safe by default and say in one line what is missing."""

import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kombu
import pytest
import redis

from config.environment import ConfigurationError, Environment
from scripts.broker import check_broker, socket_path, start_broker
from scripts.processes import Child

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
                "into .env or the environment.\n"
            ),
        ),
        (
            {"SECRET_KEY": "x"},
            (
                "kiebitz: ALLOWED_HOSTS is not set: put the site's host names there, separated by commas "
                "(club.example.org).\n"
            ),
        ),
        (COMPLETE | {"HTTPS": "perhaps"}, "kiebitz: HTTPS is 'perhaps', "),
        (
            COMPLETE | {"LOG_FORMAT": "xml"},
            "kiebitz: LOG_FORMAT is 'xml', ",
        ),
    ],
)
def test_a_wrong_environment_is_one_line_and_a_failure(environment: dict[str, str], line: str) -> None:
    done = _manage("check", **environment)

    assert (done.returncode, len(done.stderr.splitlines()), done.stdout) == (1, 1, "")
    assert done.stderr.startswith(line)


def _settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    """As a program that begins with this environment would see them."""
    for name, value in (COMPLETE | environment).items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "config" / "settings.py"))


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("WEB_PROCESSES", "x", "kiebitz: WEB_PROCESSES is 'x', "),
        ("WEB_THREADS", "0", "kiebitz: WEB_THREADS is '0', "),
    ],
)
def test_a_wrong_size_of_the_web_server_is_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, line: str
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "config" / "gunicorn.py"))

    assert str(end.value.code).startswith(line)
    assert len(str(end.value.code).splitlines()) == 1


@pytest.mark.parametrize(
    ("environment", "backend", "starttls", "tls"),
    [
        ({"EMAIL_HOST": "", "EMAIL_SECURITY": ""}, "console", True, False),
        ({"EMAIL_HOST": "mail.example.org", "EMAIL_SECURITY": ""}, "smtp", True, False),
        ({"EMAIL_HOST": "mail.example.org", "EMAIL_SECURITY": "tls"}, "smtp", False, True),
        ({"EMAIL_HOST": "mail.example.org", "EMAIL_SECURITY": "none"}, "smtp", False, False),
    ],
)
def test_mail_goes_to_the_console_until_a_mail_server_is_named(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], backend: str, starttls: bool, tls: bool
) -> None:
    settings = _settings(monkeypatch, **environment)

    assert settings["MAIL_DELIVERY_BACKEND"] == f"django.core.mail.backends.{backend}.EmailBackend"
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (starttls, tls)


def test_the_mail_server_is_the_one_that_the_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": "465",
        "EMAIL_HOST_USER": "club",
        "EMAIL_HOST_PASSWORD": "s3cret",
        "DEFAULT_FROM_EMAIL": "Club <club@example.org>",
    }

    settings = _settings(monkeypatch, **named)

    assert {name: settings[name] for name in named} == named | {"EMAIL_PORT": 465}
    assert settings["SERVER_EMAIL"] == "Club <club@example.org>"


def _number_up_to(maximum: int) -> Callable[[Environment, str], object]:
    return lambda env, name: env.number(name, 0, maximum=maximum)


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("ALLOWED_HOSTS", "https://club.example.org", Environment.hosts),
        ("SITE_URL", "club.example.org", Environment.site),
        ("CSRF_TRUSTED_ORIGINS", "www.example.org", Environment.origins),
        ("JOB_TIME_LIMIT", "99999999999", _number_up_to(86400)),
        ("JOB_PATIENCE", "999999999999", _number_up_to(86400)),
        ("JOB_SWEEP_INTERVAL", "86401", _number_up_to(86400)),
        ("EMAIL_PORT", "70000", _number_up_to(65535)),
        ("EMAIL_HOST", "a..b", Environment.server),
        ("DEFAULT_FROM_EMAIL", "nobody at all", lambda env, name: env.sender(name, "")),
    ],
)
def test_a_value_that_could_not_be_used_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: Callable[[Environment, str], object]
) -> None:
    with pytest.raises(ConfigurationError, match=name) as refused:
        read(Environment({name: value}, base_dir=Path("/nowhere")), name)

    with pytest.raises(SystemExit) as end:
        _settings(monkeypatch, **{name: value})

    assert end.value.code == f"kiebitz: {refused.value}"


@pytest.mark.parametrize("folder", ["c#x", "what?", "100%25", "a+b, c;d é"])
def test_the_data_lies_in_its_folder_whatever_its_name(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    with tempfile.TemporaryDirectory(prefix="kiebitz-", dir="/tmp") as temporary:
        var = Path(temporary) / folder / "var"
        (var / "broker").mkdir(parents=True)
        settings = _settings(monkeypatch, VAR_DIR=str(var), DATABASE_URL="", REDIS_URL="", REDIS_DATABASE="")
        children: list[Child] = []
        try:
            started = start_broker(children, directory=var / "broker", environment=dict(os.environ))

            check_broker(settings["REDIS"], queue=0)
            (cache,) = settings["CACHES"]["default"]["LOCATION"]
            with redis.Redis.from_url(cache) as client:
                assert client.connection_pool.connection_kwargs["db"] == 1
                assert client.ping()
            with kombu.Connection(settings["CELERY_BROKER_URL"]) as connection:
                assert connection.default_channel.client.ping()
        finally:
            for child in children:
                child.stop()

    assert settings["DATABASES"]["default"]["NAME"] == f"{var}/kiebitz.sqlite3"
    assert settings["REDIS"] == started
    assert started.place == f"{var}/broker/broker.sock"


def test_commands_find_the_broker_of_a_folder_with_a_long_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="kiebitz-", dir="/tmp") as temporary:
        monkeypatch.setattr(tempfile, "tempdir", temporary)
        var = Path(temporary) / ("long" * 30)

        settings = _settings(monkeypatch, VAR_DIR=str(var), REDIS_URL="")
        made = socket_path(var / "broker")

    assert settings["REDIS"].place == str(made)
    assert made.parent.parent == Path(temporary)


def test_an_unknown_kind_of_encryption_for_mail_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as end:
        _settings(monkeypatch, EMAIL_HOST="mail.example.org", EMAIL_SECURITY="ssl")

    assert str(end.value.code).startswith("kiebitz: EMAIL_SECURITY is 'ssl', ")


def test_production_settings_pass_the_deployment_check() -> None:
    done = _manage(
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        **COMPLETE | {"SECRET_KEY": "a1B2" * 15 + "!?", "HSTS_PRELOAD": "1"},
    )

    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "System check identified no issues (0 silenced).\n",
        "",
    )


@pytest.mark.parametrize(
    ("environment", "required"),
    [
        ({"HTTPS": "1"}, True),
        ({"HTTPS": "0"}, False),
        ({"DEBUG": "1", "HTTPS": "1"}, False),
        ({"HTTPS": "0", "ADMINISTRATORS_NEED_SECOND_FACTOR": "1"}, True),
        ({"HTTPS": "1", "ADMINISTRATORS_NEED_SECOND_FACTOR": "0"}, False),
    ],
)
def test_administrators_need_a_second_factor_in_production(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], required: bool
) -> None:
    settings = _settings(monkeypatch, **environment)

    assert settings["ADMINISTRATORS_NEED_SECOND_FACTOR"] is required


PROVIDER = {
    "OIDC_SERVER": "https://login.example.org/realms/x",
    "OIDC_CLIENT": "club",
    "OIDC_SECRET": "secret",
}


def test_a_provider_of_openid_connect_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _settings(monkeypatch)["SOCIALACCOUNT_PROVIDERS"] == {}

    settings = _settings(monkeypatch, **PROVIDER, OIDC_LABEL="Federation")

    (app,) = settings["SOCIALACCOUNT_PROVIDERS"]["openid_connect"]["APPS"]
    assert (app["name"], app["client_id"], app["secret"]) == ("Federation", "club", "secret")
    assert app["settings"]["server_url"] == PROVIDER["OIDC_SERVER"]
    policy = settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["form-action"] == ["'self'", "https://login.example.org"]


def test_another_server_is_another_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    one = _settings(monkeypatch, **PROVIDER)["OIDC"]
    other = _settings(monkeypatch, **PROVIDER | {"OIDC_SERVER": "https://login.example.net"})["OIDC"]

    assert one.key != other.key
    assert (one.name, other.name) == ("login.example.org", "login.example.net")


def test_a_provider_is_not_believed_without_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=r"kiebitz: OIDC_SERVER is 'http:.*, but it must"):
        _settings(monkeypatch, **PROVIDER | {"OIDC_SERVER": "http://login.example.org"})


@pytest.mark.parametrize("missing", ["OIDC_SERVER", "OIDC_CLIENT", "OIDC_SECRET"])
def test_half_a_provider_is_refused(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    with pytest.raises(SystemExit, match=f"kiebitz: {missing} is not set"):
        _settings(monkeypatch, **PROVIDER | {missing: ""})


@pytest.mark.parametrize(
    ("given", "seconds", "subdomains", "preload"),
    [
        ({}, 3600, False, False),
        ({"HSTS_SECONDS": "31536000"}, 31_536_000, False, False),
        ({"HSTS_SUBDOMAINS": "1"}, 3600, True, False),
        ({"HSTS_PRELOAD": "1"}, 3600, True, True),  # the browsers' lists take a name with all below it
        ({"HSTS_SECONDS": "0"}, 0, False, False),
        ({"HTTPS": "0", "HSTS_SECONDS": "31536000"}, 0, False, False),
    ],
)
def test_browsers_insist_on_https_for_as_long_as_the_operator_says(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], seconds: int, subdomains: bool, preload: bool
) -> None:
    """A short time first: whoever has to take the certificate away again is not locked out for a year."""
    settings = _settings(monkeypatch, **({"HTTPS": "1"} | given))

    assert settings["SECURE_HSTS_SECONDS"] == seconds
    assert settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is subdomains
    assert settings["SECURE_HSTS_PRELOAD"] is preload
