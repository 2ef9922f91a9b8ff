"""Storing the keys of positions: many small rows, so they go in the database's quickest way."""

from collections.abc import Iterable

from django.db import connection

from games.models import GamePosition


def store_positions(keys_of_games: Iterable[tuple[int, tuple[int, ...]]]) -> None:
    """Each game's id with the keys of its positions from the start on; inside the caller's transaction."""
    rows = [(game, ply, key) for game, keys in keys_of_games for ply, key in enumerate(keys)]
    if not rows:
        return
    table = GamePosition._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} (game_id, ply, key) FROM STDIN") as copy:
                copy.write("".join(f"{game}\t{ply}\t{key}\n" for game, ply, key in rows))
        else:
            cursor.executemany(
                f"INSERT INTO {table} (game_id, ply, key) VALUES (%s, %s, %s)",  # noqa: S608  the table is ours
                rows,
            )
