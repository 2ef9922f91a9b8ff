"""What can happen to a game, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register_action

ACCEPTED = register_action("game.accepted", _("%(actor)s submitted the game %(target)s"))
PLAYERS_LINKED = register_action("game.linked", _("%(actor)s said who played the game %(target)s"))
ADJUDICATED = register_action("game.adjudicated", _("The referee looked at the game %(target)s"))
CONFIRMED = register_action("game.adjudication_confirmed", _("%(actor)s confirmed the verdict on %(target)s"))
OVERRULED = register_action("game.adjudication_overruled", _("%(actor)s overruled the verdict on %(target)s"))
VISIBILITY_CHANGED = register_action("game.shown", _("%(actor)s said who may see the game %(target)s"))
LEFT_EVENT = register_action("game.left_event", _("The game %(target)s was parted from its event"))
FOLLOWED_EVENT = register_action(
    "game.followed_event", _("The game %(target)s follows the regulations of its event")
)
