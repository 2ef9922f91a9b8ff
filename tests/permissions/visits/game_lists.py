"""Lists of games: everybody may look, and finds what they may see."""

from games import policies
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.submissions import game_of_the_club

VISITS = (
    Visit("games", Rule.EVERYBODY),
    Visit("games-download", Rule.EVERYBODY, arguments=lambda world: {"kind": "csv"}),
    Visit("game-record", policies.SEE_PUBLIC, arguments=game_of_the_club),
)
