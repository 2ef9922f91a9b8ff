"""Games for the demo club, submitted as a member would: of both kinds, for everybody and for few, drawn and wrong."""

from datetime import timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.record import read_text
from games.archive.jobs import sync_rating
from games.archive.services.digest import digest_record
from games.archive.services.games import store_games
from games.confirmations.services import answer_as_player
from games.models import ConfirmationAnswer, Game, SourceKind, Upload, Visibility
from games.submissions.services.uploads import submit_text
from jobs.models import WorkState
from players.demo import DEMO_CLUB
from players.models import Club, Person, Role, User

# As long as the league plays.
EMBARGO_LENGTH: Final = timedelta(days=90)

# Two workers that begin at the same time might take the second sheet of a game for the first. They may still have to be
# started when this is loaded.
DELAY: Final = timedelta(minutes=1)

# Played by nobody in particular. The last but one ends in a dead position, the last one is wrong.
FOR_EVERYBODY: Final = """\
[Game "Barragoon"]
[Event "Thursday evening"]
[Site "Back room of the Golden Anchor"]
[Date "2026.11.05"]
[Round "1"]
[White "Giulia Ferrarese"]
[Brown "Joost van der Velde"]
[Result "1-0"]
[Termination "resigned"]

{ An open fight } 1. c2-b2 d8-d5 2. d2-f3 $1 d5xb6/NS@f2 (2... d5-d7 3. e2-e3)
3. b2xb4/NW@a1 { The first barragoon goes to the corner. } 3... e8-f7
4. b4xb6/SE@a4/EN@e3 1-0

[Game "Barragoon"]
[Event "Thursday evening"]
[Site "Back room of the Golden Anchor"]
[Date "2026.11.05"]
[Round "2"]
[White "Étienne Vauquelin"]
[Brown "Zeynep Işıldak"]

1. c2-c3 c8-c7 2. c3-c2 c7-c8 3. c2-c3 c8-c7 4. c3-c2 c7-c8 5. c2-c3 c8-c7
6. c3-c2 c7-c8 (=) 1/2-1/2

[Game "Barragoon"]
[Event "Thursday evening"]
[Date "2026.11.12"]
[Round "1"]
[White "Kwabena Asantewa"]
[Brown "Giulia Ferarese"]
[Setup "open"]
[BrownExpress "1"]

1. d2-d4 d8-d6 (=) 1/2-1/2

[Game "Stratego"]
[Event "Autumn Open"]
[Site "Town hall"]
[Date "2026.10.??"]
[Round "3"]
[Red "Matthias Grünewälder"]
[Blue "Siobhán O’Mahony"]
[Result "0-1"]
[Termination "time"]
[RedSetup "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"]
[BlueSetup "NNMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTBNNFSBBB"]

1. a4-a5 j7-j6 2. a5-a6 i7-i6 3. b4-b5 j6-j5 4. b5-b6 i6-i5 0-1

[Game "Barragoon"]
[Event "Endgame evening"]
[Site "Back room of the Golden Anchor"]
[Date "2026.11.12"]
[White "Siobhán O’Mahony"]
[Brown "Tomasz Wróblewski"]
[Position "2z2z1/7/7/(A)(A)(A)1(A)(A)(A)/7/7/3(NS)3/7/1Z1Z3 w 0 0-0"]

1. b1-b2 c9-c8 2. d1xd3/A@d6 { The wall is closed: nobody can capture anything any more. } 1/2-1/2

[Game "Barragoon"]
[Event "Thursday evening"]
[Date "2026.11.12"]
[Round "2"]
[White "Joost van der Velde"]
[Brown "Étienne Vauquelin"]

1. d2-d4 d8-d6
2. c2-c5 1-0
"""

# A game of the first upload again, from the other player's sheet: without the place, and with a word of his own.
KNOWN_ALREADY: Final = """\
[Game "Barragoon"]
[Event "Thursday evening"]
[Date "2026.11.05"]
[Round "2"]
[White "Étienne Vauquelin"]
[Brown "Zeynep Işıldak"]

1. c2-c3 c8-c7 2. c3-c2 c7-c8 3. c2-c3 c8-c7 4. c3-c2 c7-c8 5. c2-c3 c8-c7
6. c3-c2 c7-c8 (=) { Neither of us found anything better. } 1/2-1/2
"""

FOR_THE_CLUB: Final = """\
[Game "Barragoon"]
[Event "Beginners’ evening"]
[Date "2026.11.10"]
[White "Haruka Minamoto"]
[Brown "Ráhel Szentpéteri"]
[Result "0-1"]
[Termination "resigned"]

1. d2-d4 d8-d6 2. c2-c4 c8-c6 0-1
"""

FOR_THE_PLAYERS: Final = """\
[Game "Barragoon"]
[Event "Training match"]
[Date "2026.11.14"]
[White "Kwabena Asantewa"]
[Brown "Ingrid Halvorsen"]
[Result "*"]

{ Not for the others before Thursday! } 1. e2-e4 e8-e6 2. c2-c3 *
"""

# Spectators see what the players have shown each other; the set-ups will be in use for some time.
UNDER_EMBARGO: Final = """\
[Game "Stratego"]
[Event "League, second division"]
[Site "Town hall"]
[Date "2026.11.15"]
[Round "4"]
[Red "Beatriz Quintana Rey"]
[Blue "Joost van der Velde"]
[Result "1-0"]
[Termination "resigned"]
[RedSetup "LBFBSBBNLN/GCBNNBTJMC/OTPJCTPCCP/OLPTLJCNCC"]
[BlueSetup "BCNCNPBFBG/CLSNBJCBCJ/OPTJCLBNTT/TPPLCNMCOL"]

1. i4-i6 f7xf4 2. j4-j5 f8xf4 3. j3-j4 j7-j6 4. e4-e5 j6xj5 5. j4xj5 i7xi6
6. i3xi6 e7-e6 7. e3-e4 e6xe5 8. j2-j4 b7-b6 9. i2-i3 b8-b7 10. i3-i4 a7-a6
11. j1-j2 b6-b5 1-0
"""


# Sent in by others: the organiser has not answered to the first, and a player says that the second is wrong.
TO_ANSWER: Final = """\
[Game "Barragoon"]
[Event "Friendly game"]
[Date "2026.10.29"]
[White "%(organiser)s"]
[Brown "Siobhán O’Mahony"]
[Result "1-0"]
[Termination "resigned"]

1. d2-d4 d8-d6 2. e2-e4 e8-e6 1-0

[Game "Barragoon"]
[Event "Friendly game"]
[Date "2026.10.30"]
[White "Kwabena Asantewa"]
[Brown "Zeynep Işıldak"]
[Result "0-1"]
[Termination "time"]

1. c2-c4 d8-d6 2. e2-e4 c8-c6 0-1
"""


class DemoUpload(NamedTuple):
    """What somebody sends at once, and who may see the games of it."""

    text: str
    visibility: Visibility = Visibility.PUBLIC
    comes_later: bool = False


UPLOADS: Final = (
    DemoUpload(FOR_EVERYBODY),
    DemoUpload(KNOWN_ALREADY, comes_later=True),
    DemoUpload(FOR_THE_CLUB, Visibility.CLUB),
    DemoUpload(FOR_THE_PLAYERS, Visibility.PRIVATE),
    DemoUpload(UNDER_EMBARGO, Visibility.EMBARGOED),
)


@transaction.atomic
def load_demo_games() -> None:
    """Submit them in the name of the demo club; its workers do the rest as soon as they are there."""
    club = Club.objects.get(slug=DEMO_CLUB)
    account = User.objects.get(person__memberships__club=club, person__memberships__role=Role.OWNER)
    for wanted in UPLOADS:
        is_withheld = wanted.visibility == Visibility.EMBARGOED
        # By the site itself, which may send as many as it likes in an hour; then they are the organiser's.
        upload = submit_text(
            account=None,
            text=wanted.text,
            source=SourceKind.PASTE,
            club=club,
            visibility=wanted.visibility,
            embargo_until=timezone.now() + EMBARGO_LENGTH if is_withheld else None,
        )
        Upload.objects.filter(pk=upload.pk).update(
            account=account, due_at=upload.due_at + (DELAY if wanted.comes_later else timedelta(0))
        )
    _add_answers(club, account)


def _add_answers(club: Club, organiser: User) -> None:
    """Two free games that do not count yet. Stored at once: an answer needs a game."""
    upload = Upload.objects.create(
        account=None,
        club=club,
        source=SourceKind.PASTE,
        size=0,
        state=WorkState.DONE,
        finished_at=timezone.now(),
    )
    records = read_text(TO_ANSWER % {"organiser": organiser.display_name})
    games = store_games(source=upload, digests=[digest_record(record) for record in records])
    for pk in games.values():
        sync_rating(pk)
    zeynep = User.objects.create_user(email="zeynep@demo.example", password=None, display_name="Zeynep")
    Person.objects.filter(name="Zeynep Işıldak").update(account=zeynep)
    answer_as_player(
        actor=zeynep,
        game=Game.objects.get(second_person__account=zeynep, pk__in=games.values()),
        answer=ConfirmationAnswer.REFUSED,
        reason=_("My clock had stopped: the game was broken off."),
    )
