"""Two records, the second with a move against the rules."""

GOOD = '[Game "Barragoon"]\n[White "Ann"]\n\n1. d2-d4 d8-d6 2. c2-c3 (=) 1/2-1/2\n'

BROKEN = '[Game "Barragoon"]\n\n1. d2-d4 d8-d6\n2. c2-c5 *\n'
