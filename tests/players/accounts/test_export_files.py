"""Exports of one's data in a bucket: every node finds them there, and they go with their row."""

import json
from typing import Any

import pytest
from django.core.files.storage import storages
from django.test import Client
from django.urls import reverse

from jobs import services as jobs
from jobs.models import WorkState
from players.accounts.jobs import EXPORT_DATA, request_export
from players.accounts.services.export_files import file_name
from players.models import DataExport, User
from scripts.throwaway import ThrowawayBucket

pytestmark = pytest.mark.one_database


def _make(user: User) -> DataExport:
    export = request_export(user=user)
    jobs.perform(kind_name=EXPORT_DATA.name, pk=export.pk, message_id=f"test-{export.pk}")
    return DataExport.objects.get(pk=export.pk)


def test_an_export_lies_in_the_bucket_and_is_downloaded_from_there(
    signed_in: Client, agnes: User, bucket: ThrowawayBucket
) -> None:
    export = _make(agnes)
    answer = signed_in.get(reverse("download-data-export", args=[export.pk]))

    (name,) = bucket.names()
    assert name.startswith(f"exports/{agnes.pk}/{export.pk}-")
    assert (export.state, export.content) == (WorkState.DONE, None)
    assert json.loads(answer.content)["account"]["email"] == agnes.email
    assert "attachment" in answer["Content-Disposition"]


def test_an_export_of_before_the_bucket_is_still_found(
    signed_in: Client, agnes: User, request: pytest.FixtureRequest
) -> None:
    export = _make(agnes)
    request.getfixturevalue("bucket")

    answer = signed_in.get(reverse("download-data-export", args=[export.pk]))

    assert export.content is not None
    assert json.loads(answer.content) == export.content


def test_the_newest_export_replaces_the_file_of_the_one_before(
    agnes: User, bucket: ThrowawayBucket, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        _make(agnes)
        newest = _make(agnes)

    (name,) = bucket.names()
    assert f"/{newest.pk}-" in name


def test_the_file_goes_with_the_account_also_while_the_bucket_is_away(
    agnes: User, bucket: ThrowawayBucket, django_capture_on_commit_callbacks: Any
) -> None:
    _make(agnes)
    with django_capture_on_commit_callbacks(execute=True):
        agnes.data_exports.all().delete()
    gone = bucket.names()
    _make(agnes)
    bucket.stop()
    with django_capture_on_commit_callbacks(execute=True):
        agnes.data_exports.all().delete()

    assert (gone, DataExport.objects.count()) == (set(), 0)


def test_an_export_waits_for_a_bucket_that_is_away(agnes: User, bucket: ThrowawayBucket) -> None:
    bucket.stop()

    export = _make(agnes)

    assert (export.state, export.attempts) == (WorkState.WAITING, 1)


def test_a_file_that_is_gone_is_404(signed_in: Client, agnes: User, bucket: ThrowawayBucket) -> None:
    export = _make(agnes)
    storages["exports"].delete(file_name(export))

    assert signed_in.get(reverse("download-data-export", args=[export.pk])).status_code == 404
