"""An analysis for the pages of the inventory: shared, with a variation and all that can be said."""

from uuid import UUID

from games.analysis.services import NewNode, analyse_position, save_analysis
from games.models import Analysis
from players.models import User

ANALYSIS = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c04")
SHARED = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c05")


def furnish_analyses(account: User) -> None:
    made = analyse_position(account=account, kind="barragoon", title="Where it was lost")
    nodes = [
        NewNode(None, "", comments=["A usual start."]),
        NewNode(0, "c2-b2", comments=["Expected."], glyphs=[1], arrows=["b2b4"]),
        NewNode(0, "d2-d4"),
        NewNode(1, "d8-d5"),
    ]
    save_analysis(actor=account, analysis=made, title=made.title, nodes=nodes, seen=1)
    Analysis.objects.filter(pk=made.pk).update(key=ANALYSIS, share_key=SHARED, is_shared=True)
