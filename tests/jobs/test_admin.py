"""Administrators see failed jobs and can have them tried again."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.admin import WorkItemAdmin
from jobs.kinds import all_kinds
from jobs.models import OutgoingMail
from jobs.work_item import WorkState

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
    assert "1 failed jobs are tried again." in page.content.decode()


def test_the_admin_does_not_show_the_text_of_a_mail(admin_client: Client, failed_mail: OutgoingMail) -> None:
    page = admin_client.get(f"/admin/jobs/outgoingmail/{failed_mail.pk}/change/")

    assert page.status_code == 200
    assert "secret-link" not in page.content.decode()


def test_jobs_cannot_be_made_by_hand(admin_client: Client) -> None:
    assert admin_client.get("/admin/jobs/outgoingmail/add/").status_code == 403


def test_every_kind_of_job_stands_in_the_admin_and_can_be_tried_again_there(admin_client: Client) -> None:
    shown = {model for model, site in admin.site._registry.items() if isinstance(site, WorkItemAdmin)}

    assert shown == {kind.model for kind in all_kinds()}
    for model in shown:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert admin_client.get(address).status_code == 200
