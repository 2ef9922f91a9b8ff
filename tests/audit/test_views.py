"""The pages of a history."""

import json
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from audit import policies
from audit.models import AuditEntry
from audit.presenters import lines as presenters_lines
from players.models import Club, Person, User
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.clubs.staff import Staff

pytestmark = pytest.mark.usefixtures("mails_are_rows")

HISTORY = "/clubs/lapwing/history/"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def lines(staff: Staff) -> list[AuditEntry]:
    """One line an hour, told apart by the name of its object."""
    club, person = (ContentType.objects.get_for_model(model) for model in (Club, Person))
    olga = staff.owner.person.account
    return AuditEntry.objects.bulk_create(
        AuditEntry(
            when=NOON + timedelta(hours=number),
            actor=olga if number % 2 else None,
            actor_name="Olga" if number % 2 else ("Gone" if number % 4 else ""),
            action="club.edited" if number % 3 else "membership.removed",
            target_type=club if number % 3 else person,
            target_id=staff.club.pk if number % 3 else staff.member.person_id,
            target_name=f"Line {number}",
            club_id=staff.club.pk,
            before={"place": "Łódź" if number == 5 else "Ulm"},
            reason="Über kurz" if number == 6 else "",
        )
        for number in range(8)
    )


@pytest.fixture
def gerd(client: Client, staff: Staff) -> Client:
    user = staff.organiser.person.account
    assert user is not None
    client.force_login(user)
    return client


def found(client: Client, **query: object) -> list[int]:
    """The numbers of the lines; the lines that the fixture of the club left have none."""
    told = client.get(HISTORY, {key: str(value) for key, value in query.items()}).context["page"]
    names = [entry.target_name for entry in told]
    return [int(name.removeprefix("Line ")) for name in names if name.startswith("Line ")]


def test_the_newest_line_comes_first(gerd: Client, lines: list[AuditEntry]) -> None:
    assert found(gerd) == [7, 6, 5, 4, 3, 2, 1, 0]


def test_lines_are_found_by_who_did_it(gerd: Client, lines: list[AuditEntry], staff: Staff) -> None:
    assert staff.owner.person.account is not None
    assert found(gerd, actor=staff.owner.person.account.pk) == [7, 5, 3, 1]
    assert found(gerd, actor="gone:Gone") == [6, 2]
    assert found(gerd, actor="site") == [4, 0]


def test_lines_are_found_by_what_was_done_to_what(gerd: Client, lines: list[AuditEntry]) -> None:
    assert found(gerd, action="membership.removed") == [6, 3, 0]
    assert found(gerd, kind=ContentType.objects.get_for_model(Club).pk) == [7, 5, 4, 2, 1]


def test_lines_are_found_by_days_of_the_readers_zone(gerd: Client, lines: list[AuditEntry]) -> None:
    assert found(gerd, since="2026-05-01", until="2026-05-01") == [7, 6, 5, 4, 3, 2, 1, 0]
    assert found(gerd, until="2026-04-30") == []
    User.objects.update(
        time_zone="Pacific/Kiritimati"
    )  # 14 hours ahead: noon in London is the next day there
    assert found(gerd, until="2026-05-01") == []
    assert found(gerd, since="2026-05-02", until="2026-05-02") == [7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [("ŁÓDŹ", [5]), ("łódź", [5]), ("über", [6]), ("ÜBER kurz", [6]), ("settings line", [7, 5, 4, 2, 1]),
     ("gone", [6, 2]), ("line 3", [3]), ("nothing", []), ("%", []), ("\0", [7, 6, 5, 4, 3, 2, 1, 0])],
)  # fmt: skip
def test_lines_are_found_by_words(
    gerd: Client, lines: list[AuditEntry], words: str, numbers: list[int]
) -> None:
    assert found(gerd, q=words) == numbers


def test_conditions_combine(gerd: Client, lines: list[AuditEntry]) -> None:
    assert found(gerd, actor="gone:Gone", action="club.edited", q="line") == [2]


@pytest.mark.parametrize(
    "query",
    [
        {"since": "yesterday"},
        {"until": "9999-12-31"},
        {"since": "0001-01-01"},
        {"actor": "x"},
        {"kind": "x"},
        {"q": "x" * 500},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_named_and_left_out(
    gerd: Client, lines: list[AuditEntry], query: dict[str, str]
) -> None:
    response = gerd.get(HISTORY, query)

    assert response.status_code == 200
    assert found(gerd, **query) == [7, 6, 5, 4, 3, 2, 1, 0]


def test_the_choices_are_those_that_occur(gerd: Client, lines: list[AuditEntry]) -> None:
    page = unescape(gerd.get(HISTORY).content.decode())

    assert "… ended the membership of …" in page
    assert "Gone (account deleted)" in page
    assert "… handed the club over to …" not in page


def test_a_page_of_a_long_history_takes_few_queries(
    gerd: Client,
    lines: list[AuditEntry],
    staff: Staff,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    kind = ContentType.objects.get_for_model(Person)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            action="membership.added",
            target_type=kind,
            target_id=staff.member.person_id,
            target_name="Mia Maus",
            club_id=staff.club.pk,
            after={"role": "member"},
        )
        for _ in range(500)
    )
    gerd.get(HISTORY)  # content types are remembered from here on

    # Session, account, club, right; secrets, choices, number, lines, people in them; standings, open requests.
    with django_assert_num_queries(11):
        page = gerd.get(HISTORY, {"page": "3"}).context["page"]
    assert len(page) == 50


def test_turning_the_page_and_exporting_keep_the_conditions(gerd: Client, lines: list[AuditEntry]) -> None:
    page = unescape(gerd.get(HISTORY, {"q": "line", "action": "club.edited"}).content.decode())

    assert 'href="/clubs/lapwing/history.csv?q=line&action=club.edited"' in page
    response = gerd.get("/clubs/lapwing/history.json", {"q": "line", "action": "club.edited"})
    assert [row["target"] for row in response_json(response)] == [f"Line {n}" for n in (7, 5, 4, 2, 1)]
    assert gerd.get("/clubs/lapwing/history.exe").status_code == 404


def response_json(response: object) -> list[dict[str, object]]:
    return json.loads(b"".join(response.streaming_content))  # type: ignore[attr-defined, no-any-return]


def test_a_person_reads_their_own_history_and_no_stranger_does(client: Client, staff: Staff) -> None:
    mia = staff.member.person
    path = f"/history/players.person/{mia.pk}/"
    assert mia.account is not None

    client.force_login(mia.account)
    assert "made Mia Maus a member of the club" in client.get(path).content.decode()
    assert client.get(f"{path}export.csv").status_code == 200
    assert client.get(f"{path}export.exe").status_code == 404

    client.force_login(make_account("Stranger"))
    assert client.get(path).status_code == 404
    assert client.get(f"{path}export.csv").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["players.person/999999/", "players.person/99999999999999999999/", "players.user/1/", "nonsense/1/"],
)
def test_what_has_no_history_is_not_found(admin_client: Client, path: str) -> None:
    assert admin_client.get(f"/history/{path}").status_code == 404


def test_an_objects_page_shows_its_latest_lines(client: Client, staff: Staff) -> None:
    person = create_person(actor=None, name="Jan Pijl")
    request = client.get("/").wsgi_request

    assert presenters_lines.latest_lines(request, person) is None
    assert staff.owner.person.account is not None
    request.user = make_account("Root", is_staff=True)
    latest = presenters_lines.latest_lines(request, person)
    assert latest is not None
    assert [line.sentence for line in latest.lines] == ["The site entered Jan Pijl"]
    assert latest.more_url == f"/history/players.person/{person.pk}/"
    assert presenters_lines.latest_lines(request, staff.owner.person.account) is None


def test_two_policies_for_one_history_are_a_mistake() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"Two histories are called \'players\.club\'\."):
        policies.register_history(Club, may_see=lambda actor, club: True)


def test_times_are_shown_in_the_readers_zone(
    gerd: Client,
    lines: list[AuditEntry],
    staff: Staff,
) -> None:
    User.objects.update(time_zone="Europe/Berlin")

    page = gerd.get(HISTORY, {"q": "line 0"}).content.decode()

    assert 'datetime="2026-05-01T14:00:00+02:00"' in page
    assert timezone.get_current_timezone_name() == "UTC"
