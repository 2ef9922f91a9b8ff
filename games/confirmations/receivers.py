"""What becomes of the own games of those who send some in."""

from collections.abc import Sequence

from games.confirmations.services import confirm_own_games
from games.models import Upload


def confirm_games_of_submitter(
    sender: object, *, upload: Upload, games: Sequence[int], **kwargs: object
) -> None:
    """A record that is meant for a board of an event is no free game."""
    if upload.account is not None and not upload.meant_for:
        confirm_own_games(account=upload.account, games=games)
