"""`manage.py make_games` and `manage.py verify`."""

from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from engine import __version__ as engine_version
from engine.record import read
from games.archive.receivers import forget_name
from games.archive.selectors import verification
from games.archive.selectors.verification import VerificationReport, verify_uploads
from games.archive.services import digest
from games.models import Adjudication, Game, GameText, Submission, SubmissionSlice, Upload, UploadPiece
from games.submissions.jobs import on_upload_failure
from games.submissions.services.uploads import resubmit, submit_text
from players.models import Club, Person
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.records import BARRAGOON, BROKEN, STRATEGO
from tests.jobs.job_runner import run_jobs


def run(*arguments: str) -> str:
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


def test_the_same_seed_writes_the_same_valid_games_of_both_kinds(tmp_path: Path) -> None:
    one, other, another = (tmp_path / name for name in ("one.txt", "other.txt", "another.txt"))

    assert run("make_games", "6", "--output", str(one)) == f"6 games written to {one}.\n"
    run("make_games", "6", "--output", str(other))
    run("make_games", "6", "--seed", "2", "--output", str(another))

    assert one.read_text() == other.read_text() != another.read_text()
    with one.open() as stream:
        records = list(read(stream))
    assert [record.ok for record in records] == [True] * 6
    assert [record.tags["Game"] for record in records] == ["Barragoon", "Stratego"] * 3
    assert len({" ".join(record.main.plies) for record in records}) == 6


@pytest.mark.django_db
def test_made_games_are_stored_once_with_copies_under_other_names() -> None:
    first = run("make_games", "4", "--copies", "3")
    again = run("make_games", "4", "--copies", "3")

    assert (first, again) == ("12 games stored.\n", "0 games stored.\n")
    assert GameText.objects.values("plies").distinct().count() == 4
    assert Game.objects.values("duplicate_key").distinct().count() == 12
    assert "12 games with" in run("verify")


@pytest.mark.django_db
def test_verify_replays_every_game_and_says_what_it_checked() -> None:
    sent = f"{BARRAGOON}\n{STRATEGO}"
    submit_text(account=None, text=sent)
    run_jobs()

    assert run("verify", "--quiet").startswith(
        "2 games with 11 plies replayed; compared with the record: canonical text, plies, start position, search text, "
        f"head, position keys (13 keys). 2 adjudications, 1 uploads of {len(sent.encode())} bytes and 2 submitted "
        "records looked at.\n"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda: GameText.objects.update(canonical=BARRAGOON.replace("c2-b2", "c2-c5")), "its text is not valid"),
        (lambda: GameText.objects.update(canonical=BARRAGOON.replace("\n3. b2", " 3. b2")), "is not canonical"),
        (lambda: GameText.objects.update(start_position="x"), "not from x"),
        (lambda: GameText.objects.all().delete(), ": it has no text"),
        (lambda: GameText.objects.update(canonical=""), "its text holds 0 records"),
        (lambda: Submission.objects.update(errors=[{"code": "x"}]), "its errors do not go with its state"),
        (lambda: Submission.objects.update(state="error", game=None), "its errors do not go with its state"),
        (lambda: Submission.objects.update(state="received", game=None), "it waits, but nobody is going to check it"),
        (lambda: GameText.objects.update(plies="c2-b2"), "its plies are not those of its text"),
        (lambda: Game.objects.update(search_text="x"), "search_text is 'x'"),
        (lambda: Game.objects.update(result="0-1"), "result is '0-1', but the record says '1-0'"),
        (lambda: Game.objects.update(final_position="x"), "final_position is 'x'"),
        (lambda: Game.objects.update(duplicate_key="x"), "duplicate_key is 'x'"),
        (lambda: GameText.objects.update(position_keys=b"12345678"), "its position keys"),
        (lambda: GameText.objects.update(position_keys=b""), "its position keys"),
        (lambda: Submission.objects.all().delete(), ": 0 of its 1 records are there"),
        (lambda: UploadPiece.objects.all().delete(), f": 0 of its {len(BARRAGOON.encode())} bytes are there"),
        (lambda: UploadPiece.objects.update(data=b"[Game"), f": 5 of its {len(BARRAGOON.encode())} bytes are there"),
        (lambda: Adjudication.objects.all().delete(), f": its adjudication by engine {engine_version} is not there"),
    ],
)  # fmt: skip
def test_verify_finds_what_is_damaged(
    damage: object, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    submit_text(account=None, text=BARRAGOON)
    run_jobs()
    damage()  # type: ignore[operator]

    with pytest.raises(CommandError, match="problems found"):
        call_command("verify")

    assert sentence in capsys.readouterr().out


@pytest.mark.django_db
def test_verify_finds_records_whose_game_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    """As after a backup that was read back in parts, without the database's own checks."""
    submit_text(account=None, text=f"{BARRAGOON}\n{BARRAGOON}")
    run_jobs()
    Adjudication.objects.all().delete()
    GameText.objects.all().delete()
    games = Game.objects.all()
    games._raw_delete(games.db)

    with pytest.raises(CommandError, match="2 problems found"):
        call_command("verify")
    records = list(Submission.objects.order_by("pk").values_list("pk", flat=True))
    Submission.objects.all().delete()

    assert capsys.readouterr().out.splitlines()[:2] == [
        f"record {pk}: its game is not there" for pk in records
    ]


@pytest.mark.django_db
def test_verify_counts_corrected_records_once_and_what_could_not_be_read_not_at_all() -> None:
    upload = submit_text(account=None, text=f"{BROKEN}\n{STRATEGO}")
    run_jobs()
    resubmit(submission=Submission.objects.get(state="error"), text=BARRAGOON)
    on_upload_failure(Upload.objects.get(pk=upload.pk))
    run_jobs()

    assert Submission.objects.count() == 4
    assert run("verify", "--quiet").endswith("No problem found.\n")


@pytest.mark.django_db
def test_verify_takes_as_many_queries_for_many_uploads_as_for_one(django_assert_num_queries: Any) -> None:
    for number in range(5):
        submit_text(account=None, text=BARRAGOON.replace("2026", f"200{number}"))
    run_jobs()

    with django_assert_num_queries(4):  # the last one finds no more uploads
        assert list(verify_uploads(VerificationReport(print))) == [1, 2, 3, 4, 5]


@pytest.mark.django_db
def test_verify_may_look_at_an_upload_while_it_is_being_cut_into_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The records come after it has read how many there are, and before it counts them."""
    submit_text(account=None, text=BARRAGOON)
    real = verification._sizes_of

    def meanwhile(uploads: list[int]) -> dict[int, int]:
        run_jobs()
        return real(uploads)

    monkeypatch.setattr(verification, "_sizes_of", meanwhile)
    problems: list[str] = []

    assert list(verify_uploads(VerificationReport(problems.append))) == [1]
    assert Upload.objects.get().received == 1
    assert problems == []


@pytest.mark.django_db
def test_verify_lets_records_wait_for_work_that_is_still_to_be_done() -> None:
    submit_text(account=None, text=BARRAGOON)
    run_jobs()
    Submission.objects.update(state="received", game=None)
    SubmissionSlice.objects.update(state="waiting", finished_at=None)

    assert run("verify", "--quiet").endswith("No problem found.\n")


@pytest.mark.django_db
def test_verify_accepts_games_that_became_the_same_when_a_name_was_forgotten(
    agnes: Person, club: Club
) -> None:
    """Two games of Agnes, one under another name of hers; when her name goes, nothing but their keys differs."""
    submit_text(account=None, text=f"{BARRAGOON}\n{BARRAGOON.replace('Agnes Brandt', 'Agnes B.')}", club=club)
    run_jobs()
    Game.objects.update(first_person=agnes, first_link="confirmed")
    agnes.name = "Player 1"

    forget_name(Person, person=agnes)

    assert set(Game.objects.values_list("first_name", flat=True)) == {"Player 1"}
    assert Game.objects.values("duplicate_key").distinct().count() == 2
    assert run("verify", "--quiet").endswith("No problem found.\n")


@pytest.mark.django_db
def test_games_with_dates_spelt_otherwise_get_their_keys_anew_and_back() -> None:
    """Two of four were told apart by the spelling only: they stay, with the keys they had, and are no problem."""
    dates = ("2026.11.12", "2026-11-12", "2025-01-01", "")
    records = [BARRAGOON.replace("2026.11.12", date) for date in dates]
    migration = import_module("games.migrations.0010_dates_spelt_otherwise")
    with pytest.MonkeyPatch.context() as before:
        before.setattr(digest, "normalise_date", lambda date: date)
        submit_text(account=None, text="\n".join(records))
        run_jobs()
    old = dict(Game.objects.values_list("pk", "duplicate_key"))

    migration.compare_dates(apps, None)
    new = dict(Game.objects.values_list("pk", "duplicate_key"))
    verified = run("verify", "--quiet")
    migration.compare_spellings(apps, None)
    back = dict(Game.objects.values_list("pk", "duplicate_key"))

    changed = Game.objects.filter(pk__in=[pk for pk in old if old[pk] != new[pk]])
    assert set(changed.values_list("date", flat=True)) == {"2025-01-01", ""}
    assert verified.endswith("No problem found.\n")
    assert back == old


@pytest.mark.django_db
def test_games_with_hidden_pieces_get_keys_without_their_set_ups_and_back() -> None:
    """Two of three were told apart by their set-ups only: both stay, the second with the key it had, as no problem."""
    swapped = STRATEGO.replace(BLUE_SETUP, SETUP)
    records = [STRATEGO, STRATEGO.replace("Cem Aydın", "Ece Kaya"), BARRAGOON]
    submit_text(account=None, text="\n".join(records))
    run_jobs()
    without = dict(Game.objects.values_list("pk", "duplicate_key"))
    migration = import_module("games.migrations.0013_the_same_game_whatever_its_set_ups")

    migration.take_set_ups_in(apps, None)
    submit_text(account=None, text=swapped)
    run_jobs()
    second = Game.objects.latest("pk")
    migration.take_set_ups_in(apps, None)
    old = dict(Game.objects.values_list("pk", "duplicate_key"))
    migration.leave_set_ups_out(apps, None)
    new = dict(Game.objects.values_list("pk", "duplicate_key"))
    verified = run("verify", "--quiet")
    migration.take_set_ups_in(apps, None)
    back = dict(Game.objects.values_list("pk", "duplicate_key"))

    assert new == without | {second.pk: old[second.pk]}
    assert {pk for pk in old if old[pk] == new[pk]} == {second.pk, Game.objects.get(kind="barragoon").pk}
    assert verified.endswith("No problem found.\n")
    assert back == old
