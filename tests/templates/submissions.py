"""Records for the pages of submitting to show: one of each fate."""

from django.utils import timezone

from engine.record import read_text
from games.digest import digest_of
from games.models import Game, GameText, Submission, SubmissionSlice, Upload
from games.services import order_adjudication
from games.submitting.checking import Sent, check
from players.models import Club, User
from tests.games.records import BARRAGOON, BROKEN, DRAWN
from tests.games.working import work_until_done

# Chosen ids, so that addresses can name them; those that databases give out never come so far.
UPLOAD, WAITING_UPLOAD = 900001, 900002
ACCEPTED, DUPLICATE, WRONG, WAITING = 900001, 900002, 900003, 900004
DRAWN_GAME, OTHER_GAME = 900001, 900002


def furnish_submissions(account: User, club: Club) -> None:
    """An upload with one accepted, one known, one broken and one waiting record; another that is being read."""
    drawn, other = _game(DRAWN_GAME, DRAWN, account, club), _game(OTHER_GAME, BARRAGOON, account, club)
    order_adjudication(games=[drawn.pk])
    work_until_done()
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
    wrong.errors = check(Sent.of(wrong)).errors
    wrong.save()
    submission(WAITING, BROKEN, "received")
    Upload.objects.create(pk=WAITING_UPLOAD, account=account, source="paste", size=10)


def _game(pk: int, text: str, account: User, club: Club) -> Game:
    (record,) = read_text(text)
    digest = digest_of(record)
    game = Game.objects.create(pk=pk, club=club, submitted_by=account, engine_version="1", **digest.head)
    GameText.objects.create(
        game=game, canonical=digest.canonical, plies=digest.plies, start_position=digest.start_position
    )
    return game
