"""Records for the tests of the archive: right ones, broken ones, and files of other programs."""

from engine.record import read_text
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP

BARRAGOON = """\
[Game "Barragoon"]
[Event "Thursday evening"]
[Site "Club room"]
[Date "2026.11.12"]
[Round "3"]
[White "Agnes Brandt"]
[Brown "Bo Lind"]
[Result "1-0"]
[Termination "resigned"]

{ An open fight } 1. c2-b2 d8-d5 2. d2-f3 $1 d5xb6/NS@f2 (2... d5-d7 3. e2-e3)
3. b2xb4/NW@a1 { Très fort! } 3... e8-f7 4. b4xb6/SE@a4/EN@e3 1-0
"""
# Line 11, column 4: c2 is a 2-tile.
BROKEN = """\
[Game "Barragoon"]
[White "Agnes Brandt"]
[Brown "Bo Lind"]

1. d2-d4 d8-d6
2. c2-c5 1-0
"""
BROKEN_MESSAGE = read_text(BROKEN)[0].errors[0].message
# The main line is right. Line 3, column 37, in a variation: c6 is a 2-tile.
BROKEN_VARIATION = """\
[Game "Barragoon"]

1. d2-d4 d8-d6 (1... c8-c6 2. c2-c4 c6-c9) 2. b1-a3 b9-a7 *
"""
VARIATION_BEFORE_ERROR = "1vd1dv1/3dz2/7/1(X)z2(X)1/(X)1(X)1(X)1(X)/1(X)ZD1(X)1/7/4Z2/1VD1DV1 b 24 0-0"
STRATEGO = f"""\
[Game "Stratego"]
[Event "Autumn Open"]
[Date "2026.10.??"]
[Red "Cem Aydın"]
[Blue "Dorte Holm"]
[Result "0-1"]
[Termination "time"]
[RedSetup "{SETUP}"]
[BlueSetup "{BLUE_SETUP}"]

1. a4-a5 j7-j6 2. a5-a6 i7-i6 0-1
"""
# A sequence three times in a row, and the draw offered and taken (6c).
DRAWN = """\
[Game "Barragoon"]
[White "Agnes Brandt"]
[Brown "Bo Lind"]
[Date "2026.11.13"]

1. c2-c3 c8-c7 2. c3-c2 c7-c8 3. c2-c3 c8-c7 4. c3-c2 c7-c8 5. c2-c3 c8-c7
6. c3-c2 c7-c8 (=) 1/2-1/2
"""
