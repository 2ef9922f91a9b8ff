"""The head of a record with everything that the event knows of a game: the player only adds the moves."""

from zoneinfo import ZoneInfo

from engine import registry
from tournaments.models import Pairing, PairingResult, SetupRule
from tournaments.results.states import called


def record_to_fill_in(pairing: Pairing) -> str:
    """Tags in the record's own language, and an empty line where the moves go."""
    event = pairing.round.section.event
    rules = registry.rules(event.game)
    first, second = rules.player_tags
    played = pairing.round.published_at
    day = played.astimezone(ZoneInfo(event.time_zone)).date() if played else event.starts_on
    tags = {
        "Game": event.get_game_display(),
        "Event": event.name,
        "Site": event.place,
        "Date": f"{day:%Y.%m.%d}",
        "Round": str(pairing.round.number),
        "Board": called(pairing),
        first: pairing.first.person.name,
        second: pairing.second.person.name,
    }
    if "Setup" in rules.tags and event.setup == SetupRule.OPEN:
        tags["Setup"] = "open"
    for tag, level in ((f"{first}Express", event.first_express), (f"{second}Express", event.second_express)):
        if tag in rules.tags and level:
            tags[tag] = str(level)
    result = (
        pairing.result
        if pairing.result in (PairingResult.FIRST_WINS, PairingResult.DRAW, PairingResult.SECOND_WINS)
        else ""
    )
    if result:
        tags["Result"] = result
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items() if value)
    return f"{head}\n1. "


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
