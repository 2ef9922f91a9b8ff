"""The export of one's data on the account page."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs import services as jobs
from jobs.models import WorkState
from players.accounts.jobs import EXPORT_DATA, request_export
from players.accounts.services import mail, preferences
from players.models import DataExport, User
from tests.markup import compact
from tests.players.accounts.codes import app_of, stored_digests, switch_on
from tests.players.accounts.passwords import PASSWORD

HTMX = {"HX-Request": "true"}


def make(export: DataExport) -> None:
    jobs.perform(kind_name=EXPORT_DATA.name, pk=export.pk, message_id="test")


def test_asking_for_it_shows_that_it_is_being_made(signed_in: Client) -> None:
    response = signed_in.post(reverse("request-data-export"), follow=True)

    assert response.redirect_chain == [("/account/data/", 302)]
    text = compact(response)
    assert "Your data is being collected …" in text
    assert 'hx-get="/account/data/state/" hx-trigger="every 2s"' in text
    assert DataExport.objects.get().state == WorkState.WAITING


def test_asking_twice_makes_one(signed_in: Client) -> None:
    signed_in.post(reverse("request-data-export"))
    signed_in.post(reverse("request-data-export"))

    assert DataExport.objects.count() == 1


def test_asking_in_the_moment_in_which_one_is_finished_makes_the_next(agnes: User) -> None:
    first = request_export(user=agnes)
    moments = iter([first])

    def finish_it_first(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT") and (export := next(moments, None)):
            make(export)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(finish_it_first):
        second = request_export(user=agnes)

    assert second != first
    assert dict(DataExport.objects.values_list("pk", "state")) == {
        first.pk: WorkState.DONE,
        second.pk: WorkState.WAITING,
    }


def test_the_part_that_follows_stops_when_it_is_done(signed_in: Client, agnes: User) -> None:
    export = request_export(user=agnes)
    state = reverse("data-export-state")
    assert "hx-trigger" in signed_in.get(state, headers=HTMX).content.decode()

    make(export)

    text = signed_in.get(state, headers=HTMX).content.decode()
    assert "hx-trigger" not in text
    assert f'href="/account/data/{export.pk}/"' in text
    assert "<html" not in text


def test_a_failure_is_told_and_can_be_tried_again(signed_in: Client, agnes: User) -> None:
    DataExport.objects.create(
        user=agnes, state=WorkState.FAILED, finished_at=timezone.now(), last_error="secret"
    )

    text = signed_in.get(reverse("your-data")).content.decode()

    assert "Your data could not be collected." in text
    assert "Collect my data again" in text
    assert "secret" not in text


def test_the_download_is_json_with_everything(signed_in: Client, agnes: User) -> None:
    export = request_export(user=agnes)
    make(export)

    response = signed_in.get(reverse("download-data-export", args=[export.pk]))

    assert response["Content-Type"] == "application/json"
    assert (
        response["Content-Disposition"] == f'attachment; filename="kiebitz-{export.created_at:%Y-%m-%d}.json"'
    )
    assert "no-store" in response["Cache-Control"]
    assert json.loads(response.content)["account"]["email"] == "agnes@example.org"


def test_every_part_of_the_account_is_there_and_no_secret(signed_in: Client, agnes: User) -> None:
    preferences.save_preferences(account=agnes, language="it", time_zone="Europe/Rome", theme="dark")
    codes = switch_on(agnes)
    signed_in.force_login(agnes)
    export = request_export(user=agnes)
    make(export)

    response = signed_in.get(reverse("download-data-export", args=[export.pk]))

    text, content = response.content.decode(), json.loads(response.content)
    account = content["account"]
    assert (account["language"], account["time_zone"], account["colours"]) == ("it", "Europe/Rome", "dark")
    assert content["mails"] == mail.mail_choices_of(agnes)
    assert content["second_factor"] == {
        "on_since": app_of(agnes).created_at.isoformat(),
        "recovery_codes_left": 10,
        "passkeys": [],
    }
    (session,) = content["sessions"]
    assert sorted(session) == ["browser", "first_seen", "last_seen", "system"]
    secrets = [
        app_of(agnes).data["secret"],
        agnes.password,
        signed_in.session.session_key,
        *codes,
        *stored_digests(),
    ]
    assert [secret for secret in secrets if secret in text] == []


def test_nobody_else_can_download_it(client: Client, agnes: User) -> None:
    export = request_export(user=agnes)
    make(export)
    address = reverse("download-data-export", args=[export.pk])

    assert client.get(address)["Location"] == f"/account/sign-in/?next={address}"
    client.force_login(
        User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge", is_staff=True)
    )
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("pk", ["0", "99999999999999999999999999999"])
def test_an_export_that_never_was_is_not_found(signed_in: Client, pk: str) -> None:
    assert signed_in.get(f"/account/data/{pk}/").status_code == 404


def test_an_unfinished_export_cannot_be_downloaded(signed_in: Client, agnes: User) -> None:
    export = request_export(user=agnes)

    assert signed_in.get(reverse("download-data-export", args=[export.pk])).status_code == 404


def test_a_page_that_polls_after_the_session_ended_goes_to_sign_in_as_a_whole(
    client: Client, db: None
) -> None:
    response = client.get(reverse("data-export-state"), headers=HTMX)

    assert response["HX-Redirect"] == "/account/sign-in/?next=/account/"


def test_the_part_opened_as_a_page_leads_to_the_page(signed_in: Client) -> None:
    assert signed_in.get(reverse("data-export-state"))["Location"] == "/account/data/"
