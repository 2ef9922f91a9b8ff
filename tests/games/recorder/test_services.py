"""A draft takes each step once, branches instead of overwriting, and is handed in once, the way of every record."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from core.errors import Conflict, Refused, TooManyRequests
from core.retention import delete_due_rows
from games.models import Game, Recording, RecordingStep, Submission, Upload, Visibility
from games.recorder.selectors.drafts import branch_to, export_recordings
from games.recorder.selectors.records import record_text
from games.recorder.services import drafts as services
from games.recorder.services import steps as step_services
from games.recorder.services.steps import add_steps
from players.models import Club, Person, User
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.recorder.steps import chain, enter
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db
PLAYERS = {"White": "Agnes Brandt", "Brown": 'Bo "the bird" Lind', "Date": "2026.11.12"}
CAPTURES = ["c2-b2", "d8-d5", "d2-f3", "d5xb6/NS@f2", "b2xb4/NW@a1", "e8-f7", "b4xb6/SE@a4/EN@e3"]


@pytest.fixture
def draft(submitter: User) -> Recording:
    return services.start_recording(account=submitter, kind="barragoon", tags=PLAYERS)


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create(email="stranger@example.org", password="!", display_name="Stranger")


def text_of(recording: Recording, tip: object) -> str:
    found = branch_to(recording, tip)  # type: ignore[arg-type]
    assert found is not None
    return record_text(recording, found)


def test_a_step_that_is_sent_twice_is_stored_once(draft: Recording) -> None:
    steps = enter(draft, "c2-c4", "c8-c6")

    add_steps(actor=draft.account, recording=draft, steps=steps)
    more = chain("b1-a3", parent=steps[-1].key, number=2)
    add_steps(actor=draft.account, recording=draft, steps=[*steps, *more])

    assert list(draft.steps.order_by("pk").values_list("number", "text")) == [
        (1, "c2-c4"),
        (2, "c8-c6"),
        (3, "b1-a3"),
    ]


def test_the_database_itself_refuses_a_second_step_of_one_id(draft: Recording) -> None:
    (step,) = enter(draft, "c2-c4")

    with pytest.raises(IntegrityError), transaction.atomic():
        RecordingStep.objects.create(
            recording=draft, key=step.key, number=1, kind="ply", text="c2-c3", made_at=timezone.now()
        )


def test_one_id_never_says_two_things(draft: Recording) -> None:
    (step,) = enter(draft, "c2-c4")

    with pytest.raises(Conflict):
        add_steps(actor=draft.account, recording=draft, steps=[step._replace(text="c2-c3")])

    assert draft.steps.get().text == "c2-c4"


def test_two_devices_on_one_draft_make_two_branches(draft: Recording) -> None:
    first = enter(draft, "c2-c4")[0]
    one = chain("c8-c6", parent=first.key, number=1)
    other = chain("d8-d6", "b1-a3", parent=first.key, number=1)

    add_steps(actor=draft.account, recording=draft, steps=one)
    add_steps(actor=draft.account, recording=draft, steps=other)

    assert "c2-c4\nc8-c6\n" in text_of(draft, one[-1].key)
    assert "c2-c4\nd8-d6\nb1-a3\n" in text_of(draft, other[-1].key)
    assert draft.steps.count() == 4


@pytest.mark.parametrize("change", [{"parent": uuid4()}, {"number": 7}, {"parent": None}])
def test_a_step_has_to_follow_one_that_is_known(draft: Recording, change: dict[str, object]) -> None:
    first = enter(draft, "c2-c4")[0]
    (step,) = chain("c8-c6", parent=first.key, number=1)

    with pytest.raises(Conflict):
        add_steps(actor=draft.account, recording=draft, steps=[step._replace(**change)])

    assert draft.steps.count() == 1


def test_what_was_taken_back_is_no_part_of_the_record(draft: Recording) -> None:
    steps = enter(
        draft,
        ("comment", "An open {fight}"),
        "c2-c4",
        ("comment", "too far?"),
        ("offer", ""),
        ("resign", "1"),
        ("undo", "0"),
        "c2-c3",
        ("offer", ""),
        "c8-c7",
        ("comment", "solid"),
    )

    text = text_of(draft, steps[-1].key)

    assert text.partition("\n\n")[2] == "{An open (fight)}\nc2-c3\n(=)\nc8-c7\n{solid}\n"
    assert '[Brown "Bo \\"the bird\\" Lind"]' in text
    assert "Result" not in text


def test_a_draft_is_handed_in_once_and_becomes_a_game(draft: Recording) -> None:
    steps = enter(draft, *CAPTURES, ("resign", "1"))

    upload = services.hand_in(actor=draft.account, recording=draft, tip=steps[-1].key)
    again = services.hand_in(actor=draft.account, recording=draft, tip=steps[0].key)
    run_jobs()

    assert again == upload
    assert (Upload.objects.count(), upload.source) == (1, "recorder")
    game = Game.objects.get()
    assert (game.first_name, game.result, game.termination, game.ply_count) == (
        "Agnes Brandt",
        "1-0",
        "resigned",
        7,
    )
    draft.refresh_from_db()
    assert (draft.state, draft.upload) == ("handed_in", upload)
    with pytest.raises(Conflict):
        add_steps(actor=draft.account, recording=draft, steps=chain("b1-a3", parent=steps[-1].key, number=8))
    add_steps(actor=draft.account, recording=draft, steps=steps)  # late, and known


@pytest.mark.parametrize(
    ("ending", "result", "termination"),
    [
        (("flag", "0"), "0-1", "time"),
        (("agree", ""), "1/2-1/2", "agreement"),
        (None, "*", "unterminated"),
    ],
)
def test_the_end_of_a_game_stands_in_its_record(
    draft: Recording, ending: tuple[str, str] | None, result: str, termination: str
) -> None:
    steps = enter(draft, "c2-c4", "c8-c6", *([ending] if ending else []))

    services.hand_in(actor=draft.account, recording=draft, tip=steps[-1].key)
    run_jobs()

    assert Game.objects.values_list("result", "termination").get() == (result, termination)


def test_a_draw_offered_after_a_threefold_sequence_is_one_by_the_rules(draft: Recording) -> None:
    sequence = ["c2-c3", "c8-c7", "c3-c2", "c7-c8"]
    steps = enter(draft, *sequence, *sequence, *sequence, ("offer", ""), ("agree", ""))

    services.hand_in(actor=draft.account, recording=draft, tip=steps[-1].key)
    run_jobs()

    assert Game.objects.values_list("result", "termination").get() == ("1/2-1/2", "normal")


def test_set_ups_of_stratego_are_steps(submitter: User) -> None:
    draft = services.start_recording(
        account=submitter, kind="stratego", tags={"Red": "Cem"}, visibility=Visibility.PRIVATE
    )
    half = f"0 {SETUP[:5]}.....{SETUP[10:]}"
    setups = [("setup", half), ("setup", f"0 {SETUP}"), ("setup", f"1 {BLUE_SETUP}")]
    steps = enter(draft, *setups, "a4-a5", "j7-j6", ("resign", "0"))

    services.hand_in(actor=submitter, recording=draft, tip=steps[-1].key)
    run_jobs()

    game = Game.objects.get()
    assert (game.kind, game.result, game.ply_count, game.visibility) == ("stratego", "0-1", 2, "private")


def test_a_record_that_is_wrong_has_its_errors_as_every_record(draft: Recording) -> None:
    steps = enter(draft, "c2-c9")

    services.hand_in(actor=draft.account, recording=draft, tip=steps[-1].key)
    run_jobs()

    assert Submission.objects.get().state == "error"


def test_nothing_is_handed_in_without_a_move_or_without_its_last_step(draft: Recording) -> None:
    (step,) = enter(draft, ("comment", "We wait"))

    with pytest.raises(Refused):
        services.hand_in(actor=draft.account, recording=draft, tip=step.key)
    with pytest.raises(Conflict):
        services.hand_in(actor=draft.account, recording=draft, tip=uuid4())

    assert not Upload.objects.exists()


def test_strangers_neither_write_nor_hand_in_nor_delete(draft: Recording, stranger: User) -> None:
    steps = enter(draft, "c2-c4")

    for refused in (
        lambda: add_steps(actor=stranger, recording=draft, steps=chain("c2-c3")),
        lambda: services.hand_in(actor=stranger, recording=draft, tip=steps[-1].key),
        lambda: services.adjourn(actor=stranger, recording=draft),
        lambda: services.delete_recording(actor=stranger, recording=draft),
    ):
        with pytest.raises(Refused):
            refused()

    draft.refresh_from_db()
    assert (draft.state, draft.steps.count()) == ("open", 1)


def test_an_adjourned_game_goes_on_with_the_next_step(draft: Recording) -> None:
    first = enter(draft, "c2-c4")[0]
    services.adjourn(actor=draft.account, recording=draft)
    draft.refresh_from_db()
    assert draft.state == "adjourned"

    add_steps(actor=draft.account, recording=draft, steps=chain("c8-c6", parent=first.key, number=1))

    draft.refresh_from_db()
    assert draft.state == "open"


def test_a_deleted_draft_leaves_the_record_that_was_handed_in(draft: Recording) -> None:
    steps = enter(draft, "c2-c4")
    services.hand_in(actor=draft.account, recording=draft, tip=steps[-1].key)

    services.delete_recording(actor=draft.account, recording=draft)

    assert (Recording.objects.count(), Upload.objects.count()) == (0, 1)


def test_drafts_and_requests_are_limited(draft: Recording, settings: Settings) -> None:
    settings.RECORDINGS_PER_HOUR = 2
    services.start_recording(account=draft.account, kind="stratego", tags={})
    with pytest.raises(TooManyRequests):
        services.start_recording(account=draft.account, kind="stratego", tags={})

    settings.RECORDING_REQUESTS_PER_HOUR = 1
    enter(draft, "c2-c4")
    with pytest.raises(TooManyRequests):
        enter(draft, "c2-c4")


def test_a_draft_has_so_many_steps_and_no_more(draft: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_services, "MAX_STEPS", 2)
    enter(draft, "c2-c4")

    with pytest.raises(Refused):
        enter(draft, "c2-c3", "c8-c6")

    assert draft.steps.count() == 1


def test_all_comments_of_a_draft_have_a_bound(draft: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_services, "MAX_TEXT_LENGTH", 12)
    (step,) = enter(draft, ("comment", "not long"))

    with pytest.raises(Refused):
        add_steps(actor=draft.account, recording=draft, steps=chain("c2-c4", parent=step.key, number=1))

    assert draft.steps.count() == 1


@pytest.mark.parametrize(("chosen", "later"), [("public", "public"), ("club", "private")])
def test_who_has_left_the_club_hands_in_for_themselves(
    submitter: User, club: Club, agnes: Person, chosen: str, later: str
) -> None:
    draft = services.start_recording(
        account=submitter, kind="barragoon", tags=PLAYERS, club=club, visibility=Visibility(chosen)
    )
    steps = enter(draft, "c2-c4")
    agnes.memberships.all().delete()

    upload = services.hand_in(actor=submitter, recording=draft, tip=steps[-1].key)

    assert (upload.club, upload.visibility) == (None, later)


def test_drafts_that_nobody_goes_on_with_are_deleted_in_the_end(draft: Recording) -> None:
    enter(draft, "c2-c4")
    late = services.start_recording(account=draft.account, kind="barragoon", tags={})
    Recording.objects.filter(pk=draft.pk).update(changed_at=timezone.now() - timedelta(days=366))

    assert delete_due_rows(seconds=60).deleted["recordings"] == 1

    assert Recording.objects.get() == late


def test_drafts_are_part_of_the_download_of_ones_data(draft: Recording, stranger: User) -> None:
    enter(draft, "c2-c4")

    (exported,) = export_recordings(draft.account)

    assert exported["tags"] == PLAYERS
    assert [step["text"] for step in exported["steps"]] == ["c2-c4"]
    assert export_recordings(stranger) == []
