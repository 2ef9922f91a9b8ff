"""Records for the pages of submitting to show: one of each fate."""

from django.utils import timezone

from engine.record import read_text
from games.adjudication.services import order_adjudication
from games.archive.services.digest import digest_record
from games.models import Game, GameText, Submission, SubmissionSlice, Upload
from games.submissions.selectors.records import SentRecord
from games.submissions.services.validation import check_record
from players.models import Club, User
from tests.games.records import BARRAGOON, BROKEN, DRAWN
from tests.jobs.job_runner import run_jobs

# Chosen ids, so that addresses can name them; those that databases give out never come so far.
UPLOAD, WAITING_UPLOAD = 900001, 900002
ACCEPTED, DUPLICATE, WRONG, WAITING = 900001, 900002, 900003, 900004
DRAWN_GAME, OTHER_GAME = 900001, 900002


def furnish_submissions(account: User, club: Club) -> None:
    """An upload with one accepted, one known, one broken and one waiting record; another that is being read."""
    drawn, other = _game(DRAWN_GAME, DRAWN, account, club), _game(OTHER_GAME, BARRAGOON, account, club)
    order_adjudication(games=[drawn.pk])
    run_jobs()
    upload = Upload.objects.create(
        pk=UPLOAD, account=account, source="file", file_name="thursday.txt", size=1234, club=club, received=4,
        state="done", finished_at=timezone.now(),
    )  # fmt: skip
    part = SubmissionSlice.objects.create(upload=upload)

    def submission(pk: int, text: str, state: str, game: Game | None = None) -> Submission:
        return Submission.objects.create(
            pk=pk,
            upload=upload,
            slice=part,
            ordinal=pk - ACCEPTED + 1,
            raw=text.encode(),
            state=state,
            game=game,
        )

    submission(ACCEPTED, DRAWN, "accepted", drawn)
    submission(DUPLICATE, BARRAGOON, "duplicate", other)
    wrong = submission(WRONG, BROKEN, "error")
    wrong.errors = check_record(SentRecord.of(wrong)).errors
    wrong.save()
    submission(WAITING, BROKEN, "received")
    Upload.objects.create(pk=WAITING_UPLOAD, account=account, source="paste", size=10)


def _game(pk: int, text: str, account: User, club: Club) -> Game:
    (record,) = read_text(text)
    digest = digest_record(record)
    game = Game.objects.create(pk=pk, club=club, submitted_by=account, engine_version="1", **digest.head)
    GameText.objects.create(
        game=game, canonical=digest.canonical, plies=digest.plies, start_position=digest.start_position
    )
    return game
