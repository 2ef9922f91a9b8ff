"""What can happen to a game, as the history says it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import Action

ACCEPTED = Action("game.accepted", _("%(actor)s submitted the game %(target)s"))
PLAYERS_LINKED = Action("game.linked", _("%(actor)s said who played the game %(target)s"))
ADJUDICATED = Action("game.adjudicated", _("The referee checked the game %(target)s"))
CONFIRMED = Action("game.adjudication_confirmed", _("%(actor)s confirmed the verdict on %(target)s"))
OVERRULED = Action("game.adjudication_overruled", _("%(actor)s overruled the verdict on %(target)s"))
VISIBILITY_CHANGED = Action("game.shown", _("%(actor)s said who may see the game %(target)s"))
LEFT_EVENT = Action("game.left_event", _("The game %(target)s was removed from its event"))
FOLLOWED_EVENT = Action("game.followed_event", _("The game %(target)s follows the regulations of its event"))
CONFIRMED_BY_PLAYER = Action("game.confirmed_by_player", _("%(actor)s confirmed the game %(target)s"))
REFUSED_BY_PLAYER = Action("game.refused_by_player", _("%(actor)s said that the game %(target)s is wrong"))
CONFIRMED_BY_OFFICIAL = Action(
    "game.confirmed_by_official", _("%(actor)s confirmed the game %(target)s for both players")
)
DISPUTE_DECIDED = Action(
    "game.dispute_decided", _("%(actor)s decided whether the disputed game %(target)s counts")
)
