"""Two phones, one game: neither learns more than its seat may know."""

import json
from uuid import UUID

import pytest

from core.errors import Conflict, Refused
from engine.core import FIRST, SECOND
from games.models import Game, Recording, RecordingStep, StepKind
from games.recorder.policies import may_continue
from games.recorder.selectors.drafts import export_setups, recordings_of
from games.recorder.selectors.sight import shared_steps, what_is_seen
from games.recorder.services import drafts, seats
from games.recorder.services.setups import save_setup
from players.models import User
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.recorder.steps import chain, enter
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db
PLY, CONFIRM = StepKind.PLY, StepKind.CONFIRM


@pytest.fixture
def red(submitter: User) -> User:
    return submitter


@pytest.fixture
def blue(db: None) -> User:
    return User.objects.create(email="dorte@example.org", password="!", display_name="Dorte Holm")


def sit_down(red: User, blue: User, blue_setup: str = BLUE_SETUP) -> Recording:
    recording = seats.start_shared_recording(
        account=red, kind="stratego", tags={"Red": "Cem Aydın", "Blue": "Dorte Holm"}, side=FIRST
    )
    seats.take_seat(account=blue, recording=seats.invited_recording(seats.invitation_to(recording)))
    seats.keep_setup(actor=red, recording=recording, text=SETUP, is_sealed=True)
    seats.keep_setup(actor=blue, recording=recording, text=blue_setup, is_sealed=True)
    return recording


@pytest.fixture
def shared(red: User, blue: User) -> Recording:
    return sit_down(red, blue)


def say(recording: Recording, actor: User, kind: StepKind, text: str = "") -> None:
    last = RecordingStep.objects.filter(recording=recording).order_by("-number").first()
    parent, number = (last.key, last.number) if last else (None, 0)
    (step,) = chain((kind.value, text), parent=parent, number=number)
    steps = [step._replace(key=UUID(int=number + 1))]
    seats.add_shared_steps(actor=actor, recording=recording, steps=steps)


def red_and_blue_attack(recording: Recording, red: User, blue: User) -> None:
    for actor, text in ((red, "a4-a5"), (blue, "j7-j6"), (red, "a5-a6"), (blue, "j6-j5"), (red, "a6xa7")):
        say(recording, actor, PLY, text)


def test_an_attack_shows_both_pieces_only_when_both_have_said_it(
    shared: Recording, red: User, blue: User
) -> None:
    red_and_blue_attack(shared, red, blue)
    assert all(step["shown"] is None for step in shared_steps(shared, 0))
    assert len(what_is_seen(shared, seat=None).plies) == 4

    with pytest.raises(Refused):
        say(shared, red, CONFIRM)
    say(shared, blue, CONFIRM)

    first, second = SETUP.split("/")[3][0], BLUE_SETUP.split("/")[3][-1]
    assert shared_steps(shared, 5)[0]["shown"] == {"attacker": first, "defender": second}
    assert what_is_seen(shared, seat=None).plies[-1].shown == {"attacker": first, "defender": second}


def test_a_move_that_the_other_phone_entered_waits_for_its_player(
    shared: Recording, red: User, blue: User
) -> None:
    say(shared, red, PLY, "a4-a5")
    say(shared, red, PLY, "j7-j6")
    with pytest.raises(Conflict):
        say(shared, red, PLY, "a5-a6")

    say(shared, blue, CONFIRM)
    say(shared, red, PLY, "a5-a6")

    assert [ply.text for ply in what_is_seen(shared, seat=FIRST).plies] == ["a4-a5", "j7-j6", "a5-a6"]


def test_what_is_settled_is_taken_back_only_when_the_other_player_agrees(
    shared: Recording, red: User, blue: User
) -> None:
    def plies() -> list[str]:
        return [ply.text for ply in what_is_seen(shared, seat=None).plies]

    say(shared, red, PLY, "a4-a5")
    say(shared, red, StepKind.UNDO, "0")  # the own move that nobody has answered: a slip of the finger
    assert plies() == []
    for actor, text in ((red, "a4-a5"), (blue, "j7-j6")):
        say(shared, actor, PLY, text)

    say(shared, red, StepKind.UNDO, "1")
    assert plies() == ["a4-a5", "j7-j6"]
    with pytest.raises(Refused):
        say(shared, red, CONFIRM)
    with pytest.raises(Conflict):
        say(shared, blue, PLY, "i7-i6")
    say(shared, blue, StepKind.UNDO, "2")  # no
    say(shared, red, PLY, "a5-a6")

    say(shared, blue, StepKind.UNDO, "0")
    say(shared, red, CONFIRM)
    assert plies() == []
    say(shared, red, PLY, "b4-b5")
    assert plies() == ["b4-b5"]


def test_an_attack_and_an_end_that_both_have_said_are_not_undone_by_one(
    shared: Recording, red: User, blue: User
) -> None:
    red_and_blue_attack(shared, red, blue)
    say(shared, blue, CONFIRM)

    say(shared, red, StepKind.UNDO, "4")
    assert len(what_is_seen(shared, seat=None).plies) == 5
    say(shared, red, StepKind.UNDO, "5")  # withdrawn
    say(shared, blue, StepKind.RESIGN, "1")
    say(shared, blue, StepKind.UNDO, "5")
    assert what_is_seen(shared, seat=None).ending == StepKind.RESIGN
    with pytest.raises(Refused):
        drafts.hand_in(actor=red, recording=shared)
    say(shared, red, StepKind.UNDO, "5")  # Red does not agree

    drafts.hand_in(actor=red, recording=shared)


def test_everything_a_seat_is_sent_is_the_same_whatever_the_other_ones_set_up(red: User, blue: User) -> None:
    """Byte for byte; Red tries moves of Blue that only Blue's own pieces forbid."""

    def sent_to_red(blue_setup: str) -> bytes:
        recording = sit_down(red, blue, blue_setup)
        answers: list[object] = []

        def note(actor: User, kind: StepKind, text: str = "") -> None:
            try:
                say(recording, actor, kind, text)
            except Refused as refusal:
                answers.append(str(refusal))
            answers.append(shared_steps(recording, 0))
            answers.append(repr(what_is_seen(recording, seat=FIRST)))
            answers.append(repr(what_is_seen(recording, seat=None)))

        note(red, PLY, "a4-a5")
        for ply in ("b7-b6", "c7-c5", "e10-e9"):  # a bomb may stand there, or no scout, or it is buried
            note(red, PLY, ply)
            note(red, CONFIRM)
            note(red, StepKind.UNDO, "1")
        note(blue, PLY, "j7-j6")
        note(red, PLY, "a5-a6")
        note(blue, PLY, "j6-j5")
        note(red, PLY, "a6xa7")
        note(red, StepKind.UNDO, "4")
        with pytest.raises(Refused) as refused:
            drafts.hand_in(actor=red, recording=recording)
        answers.append(str(refused.value))
        text = json.dumps(answers, default=str).encode()
        recording.delete()
        return text

    # What Blue moves from j7 may move in both.
    *back, front = (row[::-1] for row in BLUE_SETUP.split("/"))
    mover = next(index for index, letter in enumerate(front) if letter not in "BF")
    front = front[mover:] + front[:mover]
    other = "/".join([*back, front])
    assert sum(one != two for one, two in zip(BLUE_SETUP, other, strict=True)) > 20
    assert sent_to_red(BLUE_SETUP) == sent_to_red(other)


def test_the_download_of_ones_data_has_the_own_set_ups_alone(
    shared: Recording, red: User, blue: User
) -> None:
    save_setup(account=blue, kind="stratego", name=" Wall ", text=BLUE_SETUP)

    assert export_setups(red) == [{"game": "stratego", "side": 0, "setup": SETUP}]
    assert [each.get("name") for each in export_setups(blue)] == ["Wall", None]


def test_what_a_seat_does_not_know_is_face_down(shared: Recording) -> None:
    views = {seat: what_is_seen(shared, seat=seat).position or "" for seat in (FIRST, SECOND, None)}

    assert (views[FIRST].count("!"), views[FIRST].count("?")) == (40, 0)
    assert (views[SECOND].count("!"), views[SECOND].count("?")) == (0, 40)
    assert (views[None].count("!"), views[None].count("?")) == (40, 40)


def test_a_scribes_draft_shows_spectators_no_set_up(red: User) -> None:
    draft = drafts.start_recording(account=red, kind="stratego", tags={})
    enter(draft, ("setup", f"0 {SETUP}"), ("setup", f"1 {BLUE_SETUP}"), "a4-a5")

    seen = what_is_seen(draft, seat=None)

    assert [ply.text for ply in seen.plies] == ["a4-a5"]
    assert seen.position is not None
    assert seen.position.count("?") + seen.position.count("!") == 80


def test_a_sealed_set_up_stays_and_nothing_begins_before_both_are(red: User, blue: User) -> None:
    recording = seats.start_shared_recording(account=red, kind="stratego", tags={}, side=SECOND)
    seats.take_seat(account=blue, recording=recording)
    assert recording.seats.get(account=blue).side == FIRST
    with pytest.raises(Refused):
        seats.keep_setup(actor=red, recording=recording, text="..........", is_sealed=True)
    seats.keep_setup(actor=red, recording=recording, text=BLUE_SETUP, is_sealed=True)
    with pytest.raises(Conflict):
        seats.keep_setup(actor=red, recording=recording, text=SETUP, is_sealed=False)

    with pytest.raises(Refused):
        say(recording, blue, PLY, "a4-a5")


def test_a_game_on_two_phones_is_handed_in_when_it_is_over(shared: Recording, red: User, blue: User) -> None:
    say(shared, red, PLY, "a4-a5")
    with pytest.raises(Refused):
        say(shared, red, StepKind.RESIGN, "1")
    with pytest.raises(Refused):
        drafts.hand_in(actor=red, recording=shared)
    say(shared, red, StepKind.AGREE)
    with pytest.raises(Refused):
        drafts.hand_in(actor=red, recording=shared)
    say(shared, red, StepKind.UNDO, "1")
    say(shared, blue, StepKind.RESIGN, "1")

    drafts.hand_in(actor=red, recording=shared)
    run_jobs()

    game = Game.objects.get()
    assert (game.result, game.termination, game.ply_count) == ("1-0", "resigned", 1)
    with pytest.raises(Conflict):
        say(shared, blue, PLY, "j7-j6")


def test_strangers_and_the_scribes_pages_have_nothing_of_it(shared: Recording, red: User, blue: User) -> None:
    stranger = User.objects.create(email="stranger@example.org", password="!", display_name="Stranger")

    assert not may_continue(red, shared)
    assert recordings_of(blue) == [shared]
    with pytest.raises(Refused):
        seats.take_seat(account=stranger, recording=shared)
    with pytest.raises(Refused):
        say(shared, stranger, PLY, "a4-a5")
    with pytest.raises(Refused):
        drafts.delete_recording(actor=red, recording=shared)


def test_what_two_phones_enter_at_once_is_one_line(shared: Recording, red: User, blue: User) -> None:
    one, other = chain("a4-a5"), chain("b4-b5")
    seats.add_shared_steps(actor=red, recording=shared, steps=one)

    with pytest.raises(Conflict):
        seats.add_shared_steps(actor=blue, recording=shared, steps=other)
    seats.add_shared_steps(actor=red, recording=shared, steps=one)

    assert [step["text"] for step in shared_steps(shared, 0)] == ["a4-a5"]
