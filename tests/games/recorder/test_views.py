"""The recorder's pages, and what devices are answered."""

import json
from datetime import timedelta
from datetime import timezone as dt_timezone
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from engine.record import read_text
from games.models import Recording, Upload
from games.recorder.services.drafts import start_recording
from players.models import User
from tests.games.recorder.steps import as_body, chain, enter

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def browser(client: Client, submitter: User) -> Client:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def draft(submitter: User) -> Recording:
    return start_recording(account=submitter, kind="barragoon", tags={"White": "Agnes"})


def steps_of(draft: Recording) -> str:
    return reverse("recording-steps", args=[draft.key])


def form(**values: str) -> dict[str, str]:
    given = {
        "kind": "barragoon",
        "setup": "closed",
        "first_express": "0",
        "second_express": "0",
        "way": "scribe",
    }
    return given | {"visibility": "public"} | values


def test_a_free_game_is_started_with_its_players_and_handicap(browser: Client) -> None:
    answer = browser.post("/record/", form(first="Agnes", second="Bo", setup="open", second_express="2"))

    draft = Recording.objects.get()
    assert answer["Location"] == draft.get_absolute_url()
    tags = {name: value for name, value in draft.tags.items() if name != "Date"}
    assert tags == {"White": "Agnes", "Brown": "Bo", "Setup": "open", "BrownExpress": "2"}


def test_tags_of_another_game_are_left_out(browser: Client) -> None:
    browser.post("/record/", form(kind="stratego", first="Cem", setup="open", first_express="1"))

    assert Recording.objects.get().tags.keys() == {"Red", "Date"}


def test_the_page_lists_drafts_that_can_be_continued(browser: Client, draft: Recording) -> None:
    assert draft.get_absolute_url() in browser.get("/record/").content.decode()

    browser.post(reverse("adjourn-recording", args=[draft.key]))
    draft.refresh_from_db()
    assert draft.state == "adjourned"
    browser.post(reverse("delete-recording", args=[draft.key]))

    assert draft.get_absolute_url() not in browser.get("/record/").content.decode()
    assert not Recording.objects.exists()


def test_too_many_new_drafts_are_answered_with_the_time_to_wait(browser: Client, settings: Settings) -> None:
    settings.RECORDINGS_PER_HOUR = 1
    browser.post("/record/", form())

    answer = browser.post("/record/", form())

    assert (answer.status_code, Recording.objects.count()) == (429, 1)
    assert int(answer["Retry-After"]) > 0


def test_steps_are_stored_and_answered_with_what_others_sent(browser: Client, draft: Recording) -> None:
    first, second = chain("c2-c4", "c8-c6")
    started = browser.post(steps_of(draft), as_body([first]), JSON).json()
    (other,) = chain("d8-d6", parent=first.key, number=1)
    enter_other = browser.post(steps_of(draft), as_body([other]), JSON)
    assert enter_other.status_code == 200

    answer = browser.post(f"{steps_of(draft)}?after={started['cursor']}", as_body([second]), JSON).json()

    assert [step["text"] for step in answer["steps"]] == ["d8-d6", "c8-c6"]
    assert browser.get(f"{steps_of(draft)}?after={answer['cursor']}").json()["steps"] == []
    again = browser.post(steps_of(draft), as_body([first, second]), JSON).json()
    assert [step["text"] for step in again["steps"]] == ["c2-c4", "d8-d6", "c8-c6"]


def test_a_device_that_knows_all_others_is_told_nothing_twice(browser: Client, draft: Recording) -> None:
    first, second, third = chain("c2-c4", "c8-c6", "b1-a3")
    cursor = browser.post(steps_of(draft), as_body([first]), JSON).json()["cursor"]

    answers = []
    for step in (second, third):
        answers.append(browser.post(f"{steps_of(draft)}?after={cursor}", as_body([step]), JSON).json())
        cursor = answers[-1]["cursor"]

    # On PostgreSQL one statement does it all; elsewhere the device is told its own step, which it knows.
    assert all({step["text"] for step in answer["steps"]} <= {"c8-c6", "b1-a3"} for answer in answers)
    assert browser.get(f"{steps_of(draft)}?after={cursor}").json()["steps"] == []
    assert list(draft.steps.order_by("pk").values_list("number", "text")) == [
        (1, "c2-c4"), (2, "c8-c6"), (3, "b1-a3")
    ]  # fmt: skip
    draft.refresh_from_db()
    assert (draft.tip, draft.tip_number, draft.step_count, draft.text_length) == (third.key, 3, 3, 15)


def test_the_page_brings_every_step_and_the_words_of_all_pieces(browser: Client, draft: Recording) -> None:
    enter(draft, "c2-c4")

    page = browser.get(draft.get_absolute_url())

    document = page.context["recorder"].document
    assert [step["text"] for step in document["steps"]] == ["c2-c4"]
    assert len(document["words"]) == 22
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"steps": {}}',
        '{"steps": [1]}',
        "[" * 3000,
        json.dumps({"steps": [{"key": "x"}]}),
        as_body([chain(("undo", "1"))[0]._replace(text="-1")]),
        as_body([chain(("resign", "0"))[0]._replace(text="2")]),
        as_body([chain("c2-c4")[0]._replace(text="a" * 61)]),
        as_body([chain("c2-c4")[0]._replace(text="a\n")]),
        as_body([chain(("comment", "x"))[0]._replace(text=" \n ")]),
        as_body([chain(("comment", "x"))[0]._replace(text="a\0b")]),
        as_body([chain(("comment", "half a letter: \ud800"))[0]]),
        as_body([chain(("setup", "x"))[0]]),
        as_body([chain("c2-c4")[0]._replace(number=0)]),
        as_body(chain(*["c2-c4"] * 201)),
    ],
)
def test_what_are_no_steps_is_refused_and_nothing_is_stored(
    browser: Client, draft: Recording, body: str
) -> None:
    answer = browser.post(steps_of(draft), body, JSON)

    assert (answer.status_code, draft.steps.count()) == (400, 0)
    assert answer.json()["problem"]


def test_a_clock_far_away_is_kept_in_utc_as_databases_take_it(browser: Client, draft: Recording) -> None:
    (step,) = chain("c2-c4")
    made = timezone.now().astimezone(dt_timezone(timedelta(hours=23, minutes=59)))

    assert browser.post(steps_of(draft), as_body([step._replace(made_at=made)]), JSON).status_code == 200

    assert draft.steps.get().made_at == made


def test_a_step_without_its_parent_is_a_conflict(browser: Client, draft: Recording) -> None:
    lost = chain("c8-c6", parent=uuid4(), number=1)

    assert browser.post(steps_of(draft), as_body(lost), JSON).status_code == 409
    assert browser.get(f"{steps_of(draft)}?after=x").status_code == 404


def test_a_game_is_handed_in_from_the_page(browser: Client, draft: Recording) -> None:
    address = reverse("hand-in-recording", args=[draft.key])
    assert browser.post(address, "{}", JSON).status_code == 400
    steps = enter(draft, "c2-c4")

    answer = browser.post(address, json.dumps({"tip": str(steps[-1].key)}), JSON)

    assert answer.json() == {"address": Upload.objects.get().get_absolute_url()}


def test_drafts_of_others_are_not_there(browser: Client, draft: Recording) -> None:
    other = User.objects.create(email="bo@example.org", password="!", display_name="Bo")
    foreign = start_recording(account=other, kind="barragoon", tags={})

    for address in (foreign.get_absolute_url(), steps_of(foreign)):
        assert browser.get(address).status_code == 404
    for name in ("recording-steps", "hand-in-recording", "adjourn-recording", "delete-recording"):
        assert browser.post(reverse(name, args=[foreign.key])).status_code == 404
    assert browser.get("/record/?board=pairing:1").status_code == 404


def test_the_examples_of_records_are_some(browser: Client) -> None:
    guides = browser.get(reverse("submit-games")).context["guides"]
    records = [record for guide in guides if guide.example for record in read_text(guide.example)]

    assert [record.ok for record in records] == [True]
    assert {guide.game for guide in guides} >= {"Barragoon", "Stratego"}
    assert all(guide.plies for guide in guides)


def test_the_page_for_sending_games_leads_to_the_recorder_first(browser: Client) -> None:
    page = browser.get(reverse("submit-games")).content.decode().partition("<main")[2]

    assert 0 < page.index(f'href="{reverse("record")}"') < page.index("<textarea")
