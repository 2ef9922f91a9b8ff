"""What becomes of the index when games arrive or others may see them."""

from collections.abc import Sequence

from games.positions.services.index import order_indexing


def index_games(sender: object, *, games: Sequence[int], **kwargs: object) -> None:
    order_indexing(games=games)
