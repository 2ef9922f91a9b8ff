"""Games for the demo club, submitted as a member would: of both kinds, one with an error, one drawn by repetition."""

from games.models import SourceKind
from games.submitting.services import submit_text
from players.models import Club, Role, User

# Played by nobody in particular.
RECORDS = """\
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
[Event "Thursday evening"]
[Date "2026.11.12"]
[Round "2"]
[White "Joost van der Velde"]
[Brown "Étienne Vauquelin"]

1. d2-d4 d8-d6
2. c2-c5 1-0
"""


def load_demo_games() -> None:
    """Submit them in the name of the demo club; its workers do the rest as soon as they are there."""
    club = Club.objects.get()
    account = User.objects.get(person__memberships__club=club, person__memberships__role=Role.OWNER)
    submit_text(account=account, text=RECORDS, source=SourceKind.PASTE, club=club)
