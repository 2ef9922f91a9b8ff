"""/metrics and /status/: for those who may, and what they say while a part is away."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config.environment import RedisAddress
from core.monitoring.checks import CHECKS, Check, CheckLink, ok, problem, warning
from players.models import User

TOKEN = "a-token-that-nobody-can-guess"
FINE = Check("Fine thing", lambda: ok("It is fine."))
HALF = Check("Half thing", lambda: warning("It is half broken.", "Look at it.", CheckLink("Here", "/admin/")))
BROKEN = Check("Broken thing", lambda: problem("It is broken.", "Mend it."))


@pytest.fixture
def administrator(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("admin@example.org", None, is_staff=True))
    return client


def families(client: Client) -> dict[str, list[float]]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return {
        family.name: [sample.value for sample in family.samples]
        for family in text_string_to_metric_families(answer.content.decode())
    }


@pytest.mark.one_database
def test_with_a_token_administrators_may_read_the_metrics_and_members_may_not(
    administrator: Client, settings: LazySettings
) -> None:
    member = Client()
    member.force_login(User.objects.create_user("member@example.org", None))
    before = administrator.get("/metrics").status_code
    settings.METRICS_TOKEN = TOKEN

    assert [before, administrator.get("/metrics").status_code, member.get("/metrics").status_code] == [
        404,
        200,
        404,
    ]


@pytest.mark.django_db
def test_without_a_broker_the_other_metrics_are_still_there(
    client: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.REDIS = RedisAddress(f"unix://{tmp_path / 'broker.sock'}")

    found = families(client)

    assert (found["kiebitz_database_up"], found["kiebitz_broker_up"]) == ([1], [0])
    assert "kiebitz_workers" not in found
    assert found["kiebitz_jobs_waiting"]


@pytest.mark.one_database
def test_the_status_page_says_what_is_wrong_first(administrator: Client) -> None:
    with CHECKS.replaced({"fine": FINE, "half": HALF, "broken": BROKEN}):
        page = administrator.get("/status/").content.decode()

    places = [page.index(words) for words in ("It is half broken.", "It is broken.", "It is fine.")]
    assert places == sorted(places)
    assert 'href="/admin/"' in page
    assert "Mend it." in page


@pytest.mark.parametrize(
    ("checks", "code"), [({"fine": FINE}, 0), ({"half": HALF}, 1), ({"half": HALF, "broken": BROKEN}, 2)]
)
def test_the_command_ends_with_how_bad_it_is(checks: dict[str, Check], code: int) -> None:
    out = StringIO()
    with CHECKS.replaced(checks):
        try:
            call_command("status", stdout=out)
            ended = 0
        except SystemExit as error:
            ended = int(str(error.code))

    assert ended == code
    assert [line.partition(":")[0].split()[0] for line in out.getvalue().splitlines() if ":" in line] == [
        str(check.ask().level) for check in checks.values()
    ]


def test_the_command_can_leave_out_what_is_in_order() -> None:
    out = StringIO()
    with CHECKS.replaced({"fine": FINE}):
        call_command("status", "--quiet", stdout=out)

    assert out.getvalue() == ""


@pytest.mark.one_database
def test_administrators_find_the_page_in_their_menu(administrator: Client) -> None:
    assert 'href="/status/"' in administrator.get("/").content.decode()
