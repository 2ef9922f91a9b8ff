"""Hand-made positions of each kind, all of them dead, from which the corpus grows."""

from __future__ import annotations

SEEDS: dict[str, tuple[str, ...]] = {
    # All-turns barragoons, which 2-tiles cannot capture, part the two sides.
    "wall": (
        "7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/4Z2/7 w 0 0-0",
        "3(A)3/1z1(A)1Z1/3(A)3/3(A)3/3(A)3/3(A)3/z2(A)3/3(A)2Z/3(A)3 b 0 0-0",
        (
            "1(A)(A)2(A)1/2(A)(A)1(A)1/2(A)3(A)/1(A)(A)1(A)1(A)/(A)1(A)4/"
            "Z1(A)(A)(A)1(A)/1(A)(A)z3/(A)(A)(A)1(A)(A)1/1(A)(A)4 b 0 0-0"
        ),
        "z1(A)(A)3/2z4/(A)4(A)1/(A)(A)(A)(A)(A)(A)(A)/2(A)(A)2(A)/1(A)2(A)(A)1/2(A)4/Z(A)2(A)(A)(A)/7 w 0 0-0",
    ),
    # A 4-tile whose every full move would leave the board or be stopped: it goes to and fro by short moves.
    "pocket": (
        "4(X)v(X)/4(X)1(X)/4(X)2/5(X)(X)/7/(X)(X)5/2(X)4/(X)1(X)4/(X)V(X)4 w 0 0-0",
        "4(X)d(X)/4(X)2/5(X)(X)/7/7/(X)(X)5/2(X)4/(X)1(X)4/(X)V(X)4 b 0 0-0",
        "4(X)v(X)/4(X)1(X)/4(X)2/5(X)(X)/7/7/(X)(X)5/2(X)4/(X)D(X)4 w 0 0-0",
    ),
    # One way in and no way back: whoever goes there is lost before anything can be captured.
    "trap": (
        "4(X)v(X)/4(X)1(X)/4(X)2/2(X)2(X)(X)/1(X)1(X)3/2(N)4/1(X)1(X)3/2(N)4/1(X)Z(X)3 w 0 0-0",
        "7/7/7/7/7/7/2(NW)4/1(NE)1(NW)3/(EN)(NE)vZ(W)2 w 0 0-0",
        "7/7/7/4(SW)2/3(ES)Z(ES)1/3(X)(NW)1(EN)/4(EN)z(N)/3(WN)(X)(EN)(N)/4(N)(E)1 w 0 0-0",
        "(N)(E)5/1(X)5/1D(X)4/(N)(E)(S)4/z(W)(N)4/(W)(E)5/7/7/7 b 0 0-0",
        "7/7/7/7/5(WN)1/4(NW)1(N)/3(A)(SE)1(A)/2(EW)(E)V1(X)/2(EN)(NS)d1(E) b 0 0-0",
    ),
    # Tiles in each other's way: one by one they could capture, together they cannot.
    "crowd": (
        "7/7/7/7/7/(SW)(E)1(EW)3/V1(A)v(W)2/(ES)(S)V1(W)2/Vv1(NW)3 w 0 0-0",
        "2(E)(X)d2/2(W)1D(W)1/3(X)(E)(E)D/6(X)/7/7/7/7/7 b 0 1-0",
        (
            "(S)(WS)(WS)3(SW)/(A)(SW)3(S)(EW)/(A)(EN)2(W)2/7/(A)(S)4(SW)/(EN)D(E)(W)1(X)1/(NW)3(NW)(WS)(NS)/"
            "V(WN)(E)2(N)(E)/(S)(EN)1v1(WN)(NE) w 2 0-0"
        ),
    ),
    # Express levels end lines early.
    "express": (
        "7/2z1z2/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/2Z1Z2/7 w 0 1-1",
        "4(X)v(X)/4(X)1(X)/4(X)2/5(X)(X)/(A)(A)(A)(A)(A)(A)(A)/(X)(X)1(A)3/2(X)(A)3/(X)1(X)(A)1Z1/(X)V(X)(A)3 b 0 1-0",
    ),
}
