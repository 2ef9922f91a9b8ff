"""Files in a bucket: photographs, large files, a storage that is away, and settings that do not fit."""

import io
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import File
from django.core.files.storage import storages
from django.test import Client
from django.urls import reverse

from config import object_storage
from config.bucket_storage import BucketStorage
from config.environment import ConfigurationError, Environment
from config.object_storage import Bucket
from core.errors import StorageUnavailable
from players.clubs.services.members import add_member
from players.models import Club, Person, Role
from players.people.services.people import create_person
from players.people.services.photos import remove_photo, set_photo
from scripts.throwaway import ThrowawayBucket
from tests.players.people.pictures import picture

COMPLETE = {"S3_BUCKET": "club", "S3_ACCESS_KEY": "key", "S3_SECRET_KEY": "secret"}


def _read(values: dict[str, str]) -> Bucket | None:
    return Bucket.from_environment(Environment(values, base_dir=Path("/nowhere")))


@pytest.fixture
def person(club: Club, settings: Any, tmp_path: Path) -> Person:
    settings.MEDIA_ROOT = tmp_path
    person = create_person(actor=None, name="Jan Pijl", listed=True, shows_photo=True)
    add_member(actor=None, club=club, person=person, role=Role.MEMBER)
    return person


@pytest.mark.one_database
def test_photos_lie_in_the_bucket_and_not_on_this_machine(
    client: Client, bucket: ThrowawayBucket, person: Person, tmp_path: Path,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    person = set_photo(actor=None, person=person, data=picture())
    kept = bucket.names()
    shown = client.get(reverse("photo", args=[person.pk, 96]))
    with django_capture_on_commit_callbacks(execute=True):
        remove_photo(actor=None, person=person)

    folder = f"media/people/{person.photo[:2]}"
    assert kept == {f"{folder}/{person.photo}-96.webp", f"{folder}/{person.photo}-384.webp"}
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/webp")
    assert list(tmp_path.iterdir()) == []
    assert bucket.names() == set()


@pytest.mark.one_database
def test_a_bucket_that_is_away_is_503_and_changes_nothing(
    client: Client, bucket: ThrowawayBucket, person: Person, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        person = set_photo(actor=None, person=person, data=picture())
    bucket.stop()
    client.raise_request_exception = False

    shown = client.get(reverse("photo", args=[person.pk, 96]))
    with pytest.raises(StorageUnavailable):
        set_photo(actor=None, person=person, data=picture(mode="L"))
    before = Person.objects.get(pk=person.pk).photo
    with django_capture_on_commit_callbacks(execute=True):
        remove_photo(actor=None, person=person)

    assert (shown.status_code, shown["Retry-After"]) == (503, "10")
    assert before == person.photo
    assert Person.objects.get(pk=person.pk).photo == ""


def test_a_large_file_goes_in_parts_and_comes_back_as_a_stream(
    bucket: ThrowawayBucket, tmp_path: Path
) -> None:
    storage: Any = storages["backups"]
    large = tmp_path / "large"
    large.write_bytes(bytes(range(256)) * 4096 * 20)

    with large.open("rb") as stream:
        storage.save("a/large", File(stream))
    with storage.open_stream("a/large") as body:
        pieces = list(iter(lambda: body.read(1 << 20), b""))

    assert bucket.names() == {"backups/a/large"}
    assert (b"".join(pieces) == large.read_bytes(), len(pieces)) == (True, 20)
    assert (storage.size("a/large"), storage.listdir("a")) == (20 << 20, ([], ["large"]))


def test_what_is_not_in_the_bucket_is_no_outage(bucket: ThrowawayBucket) -> None:
    storage = storages["default"]

    assert not storage.exists("nothing")
    with pytest.raises(FileNotFoundError):
        storage.open("nothing")
    storage.delete("nothing")


def test_a_wrong_key_is_said_as_an_outage_without_the_key(bucket: ThrowawayBucket) -> None:
    wrong = _read(bucket.environment | {"S3_SECRET_KEY": "guessed"})
    assert wrong is not None

    with pytest.raises(StorageUnavailable, match="refuses") as refused:
        storages.create_storage(wrong.storages()["default"]).save("name", io.BytesIO(b"x"))

    assert "guessed" not in f"{refused.value} {wrong}"


def test_without_a_bucket_files_stay_on_this_machine() -> None:
    assert _read({}) is None
    assert _read({"S3_REGION": "eu-example-1"}) is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"S3_ENDPOINT_URL": "https://s3.example.org"},
            "S3_BUCKET is not set: name the bucket, or leave out the other variables that begin with S3_.",
        ),
        (
            COMPLETE | {"S3_SECRET_KEY": ""},
            (
                "S3_SECRET_KEY is not set: a bucket takes S3_ACCESS_KEY and S3_SECRET_KEY, or neither of them "
                "where the machine itself has the right."
            ),
        ),
    ],
)
def test_settings_that_do_not_fit_are_refused(values: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _read(values)

    assert str(error.value) == message


def test_the_endpoint_is_a_web_address() -> None:
    with pytest.raises(ConfigurationError, match="S3_ENDPOINT_URL is"):
        _read(COMPLETE | {"S3_ENDPOINT_URL": "s3.example.org"})


def test_a_laptop_installation_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(object_storage, "find_spec", find_nothing)

    with pytest.raises(ConfigurationError, match="is not installed"):
        _read(COMPLETE)


def test_amazon_needs_no_address() -> None:
    bucket = _read(COMPLETE)
    assert bucket is not None

    storage = storages.create_storage(bucket.storages()["default"])

    assert isinstance(storage, BucketStorage)
    assert storage.endpoint_url is None
