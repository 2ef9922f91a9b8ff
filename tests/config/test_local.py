"""A site on one machine: what is set where nothing was said."""

from pathlib import Path

import pytest

from config.environment import Environment
from config.local import local_settings


@pytest.mark.parametrize(
    ("said", "host", "expected"),
    [
        ({}, "127.0.0.1", "http://127.0.0.1:8077"),
        ({}, "::1", "http://[::1]:8077"),
        ({"ALLOWED_HOSTS": "club.local,127.0.0.1"}, "0.0.0.0", "http://club.local:8077"),  # noqa: S104
    ],
)
def test_links_in_mails_lead_to_the_port_that_is_served(
    tmp_path: Path, said: dict[str, str], host: str, expected: str
) -> None:
    settings = local_settings(
        Environment({"SECRET_KEY": "x", **said}, base_dir=tmp_path), base_dir=tmp_path, host=host, port=8077
    )

    assert settings["SITE_URL"] == expected


def test_an_address_that_was_given_stays(tmp_path: Path) -> None:
    env = Environment({"SECRET_KEY": "x", "SITE_URL": "https://club.example.org"}, base_dir=tmp_path)

    assert local_settings(env, base_dir=tmp_path) == {
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "HTTPS": "0",
    }
