"""Administrators see failed jobs and can have them tried again."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.models import AuditEntry
from jobs import services
from jobs.admin import WorkItemAdmin
from jobs.kinds import JOB_KINDS
from jobs.models import OutgoingMail, WorkState
from players.models import DataExport, RatingPool, Recomputation, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed_mail() -> OutgoingMail:
    return OutgoingMail.objects.create(
        subject="Round one",
        body="https://example.org/secret-link",
        sender="club@example.org",
        recipients=["ada@example.org"],
        message_id="<1@example.org>",
        state=WorkState.FAILED,
        attempts=10,
        finished_at=timezone.now(),
        last_error="ConnectionRefusedError",
    )


def test_a_failed_job_is_tried_again_from_the_admin(admin_client: Client, failed_mail: OutgoingMail) -> None:
    action = {"action": "try_again", "_selected_action": [failed_mail.pk]}

    page = admin_client.post("/admin/jobs/outgoingmail/", action, follow=True)

    failed_mail.refresh_from_db()
    assert (failed_mail.state, failed_mail.attempts) == (WorkState.WAITING, 0)
    line = AuditEntry.objects.get()
    assert (line.action, line.after) == (
        "account.job_retried",
        {"kind": "jobs.OutgoingMail", "id": failed_mail.pk},
    )
    assert [str(message) for message in page.context["messages"]] == ["1 failed job is tried again."]


def test_the_admin_counts_the_jobs_that_are_tried_again(
    admin_client: Client, failed_mail: OutgoingMail
) -> None:
    action = {"action": "try_again", "_selected_action": [failed_mail.pk, _copy(failed_mail).pk]}

    page = admin_client.post("/admin/jobs/outgoingmail/", action, follow=True)

    assert [str(message) for message in page.context["messages"]] == ["2 failed jobs are tried again."]


def _copy(mail: OutgoingMail) -> OutgoingMail:
    fields = {field.name: getattr(mail, field.name) for field in mail._meta.fields if field.name != "id"}
    return OutgoingMail.objects.create(**fields | {"message_id": "<2@example.org>"})


def test_a_failed_job_is_left_alone_when_a_newer_one_does_the_same(admin_client: Client) -> None:
    ada, ben = (User.objects.create(email=f"{name}@example.org") for name in ("ada", "ben"))
    failed = {"state": WorkState.FAILED, "finished_at": timezone.now(), "last_error": "away"}
    replaced = DataExport.objects.create(user=ada, **failed)
    alone = DataExport.objects.create(user=ben, **failed)
    DataExport.objects.create(user=ada)
    action = {"action": "try_again", "_selected_action": [replaced.pk, alone.pk]}

    page = admin_client.post("/admin/players/dataexport/", action, follow=True)

    replaced.refresh_from_db()
    alone.refresh_from_db()
    assert (page.status_code, replaced.state, alone.state) == (200, WorkState.FAILED, WorkState.WAITING)
    assert [str(message) for message in page.context["messages"]] == [
        "1 failed job is tried again.",
        "1 failed job is left as it is: a newer one that does the same is waiting already.",
    ]


def test_a_failed_list_of_ratings_is_left_alone_when_it_is_to_be_made_anyway() -> None:
    pool = RatingPool.objects.create(name="Club", slug="club", game="barragoon", method="glicko-2")
    failed = {"state": WorkState.FAILED, "finished_at": timezone.now(), "last_error": "away"}
    replaced = Recomputation.objects.create(pool=pool, due_on=timezone.localdate(), **failed)
    Recomputation.objects.create(pool=pool, due_on=timezone.localdate())

    with pytest.raises(services.AlreadyWaiting):
        services.retry(item=replaced)

    replaced.refresh_from_db()
    assert replaced.state == WorkState.FAILED


def test_the_admin_does_not_show_the_text_of_a_mail(admin_client: Client, failed_mail: OutgoingMail) -> None:
    page = admin_client.get(f"/admin/jobs/outgoingmail/{failed_mail.pk}/change/")

    assert page.status_code == 200
    assert "secret-link" not in page.content.decode()


def test_jobs_cannot_be_made_by_hand(admin_client: Client) -> None:
    assert admin_client.get("/admin/jobs/outgoingmail/add/").status_code == 403


def test_every_kind_of_job_stands_in_the_admin_and_can_be_tried_again_there(admin_client: Client) -> None:
    shown = {model for model, site in admin.site._registry.items() if isinstance(site, WorkItemAdmin)}

    assert shown == {kind.model for kind in JOB_KINDS}
    for model in shown:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert admin_client.get(address).status_code == 200
