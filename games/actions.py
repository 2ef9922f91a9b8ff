"""What can happen to a game, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

ACCEPTED = register("game.accepted", _("%(actor)s submitted the game %(target)s"))
LINKED = register("game.linked", _("%(actor)s said who played the game %(target)s"))
ADJUDICATED = register("game.adjudicated", _("The referee looked at the game %(target)s"))
CONFIRMED = register("game.adjudication_confirmed", _("%(actor)s confirmed the verdict on %(target)s"))
OVERRULED = register("game.adjudication_overruled", _("%(actor)s overruled the verdict on %(target)s"))
SHOWN = register("game.shown", _("%(actor)s said who may see the game %(target)s"))
LEFT_EVENT = register("game.left_event", _("The game %(target)s was parted from its event"))
FOLLOWED_EVENT = register(
    "game.followed_event", _("The game %(target)s follows the regulations of its event")
)
