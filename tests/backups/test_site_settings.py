"""Settings in a backup: nothing secret without a passphrase, and nothing readable without it."""

import json

import pytest

from backups.errors import BackupRefused, DamagedBackup
from backups.site_settings import check_passphrase, decrypt, encrypt, env_lines, separate_secrets
from config.environment import Environment

GIVEN = {
    "ALLOWED_HOSTS": "club.example.org",
    "SECRET_KEY": "top-secret",
    "EMAIL_HOST_PASSWORD": "top-secret",
    "S3_ACCESS_KEY": "top-secret",
    "METRICS_TOKEN": "top-secret",
    "SENTRY_DSN": "https://top-secret@errors.example.org/1",
    "OTEL_EXPORTER_OTLP_HEADERS": "authorization=top-secret",
    "DATABASE_URL": "postgres://kiebitz:top-secret@db.example.org/kiebitz",
    "REDIS_URL": "redis://:top-secret@10.0.0.1:6379",
    "VAR_DIR": "/srv/kiebitz",
}


def test_keys_and_passwords_are_secrets_and_addresses_go_without_them() -> None:
    settings = separate_secrets(GIVEN)

    assert "top-secret" not in json.dumps(settings.open)
    assert settings.open == {
        "ALLOWED_HOSTS": "club.example.org",
        "DATABASE_URL": "postgres://db.example.org/kiebitz",
        "REDIS_URL": "redis://10.0.0.1:6379",
        "VAR_DIR": "/srv/kiebitz",
    }
    assert settings.secrets == {name: value for name, value in GIVEN.items() if "top-secret" in value}


def test_every_secret_that_the_example_file_has_is_taken_for_one() -> None:
    """So that a new variable is not forgotten: whoever adds one sees here how it is counted."""
    from django.conf import settings

    asked = settings.BACKUP_SETTINGS.__self__._asked
    values = dict.fromkeys(asked, "x")

    assert isinstance(settings.BACKUP_SETTINGS.__self__, Environment)
    assert set(separate_secrets(values).secrets) == {
        "EMAIL_HOST_PASSWORD",
        "METRICS_TOKEN",
        "OIDC_SECRET",
        "OTEL_EXPORTER_OTLP_HEADERS",
        "PUSH_KEY",
        "S3_ACCESS_KEY",
        "S3_SECRET_KEY",
        "SECRET_KEY",
        "SENTRY_DSN",
    }


def test_secrets_are_read_with_the_passphrase_alone_and_only_beside_what_they_belong_to() -> None:
    document = encrypt({"SECRET_KEY": "top-secret"}, passphrase="correct horse", bound_to=b"manifest")

    assert "top-secret" not in json.dumps(document)
    assert decrypt(document, passphrase="correct horse", bound_to=b"manifest") == {"SECRET_KEY": "top-secret"}
    for passphrase, bound_to in (("wrong horse", b"manifest"), ("correct horse", b"another manifest")):
        with pytest.raises(BackupRefused, match="does not open the secrets"):
            decrypt(document, passphrase=passphrase, bound_to=bound_to)


@pytest.mark.parametrize("cost", [0, 3, 2**30, "x", None])
def test_a_document_cannot_ask_for_all_the_memory_there_is(cost: object) -> None:
    document = {"key": {"n": cost, "salt": ""}, "nonce": "", "data": ""}

    with pytest.raises(DamagedBackup):
        decrypt(document, passphrase="correct horse", bound_to=b"")


def test_a_passphrase_that_is_easy_to_guess_is_refused() -> None:
    with pytest.raises(BackupRefused, match="at least 10 characters"):
        check_passphrase("short")


def test_what_belongs_to_a_machine_is_a_comment() -> None:
    lines = env_lines({"ALLOWED_HOSTS": "a", "VAR_DIR": "/srv", "BACKUP_DIR": "/stick", "DATABASE_URL": "x"})

    assert lines == ["ALLOWED_HOSTS=a", "#BACKUP_DIR=/stick", "#DATABASE_URL=x", "#VAR_DIR=/srv"]
