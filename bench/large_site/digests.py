"""How the digests of a club's rows are computed again for its copies: of games, of rated results, of rating periods."""

from __future__ import annotations

from bench.large_site.copies import Digest, Mark, RowCutter


def find_digests(cutter: RowCutter) -> None:
    """Those in the rows of the database that Django is connected to, in the order in which they rest on each other."""
    cutter.digests |= _of_games(cutter)
    cutter.digests |= _of_sources(cutter)
    cutter.digests |= _of_periods(cutter)


def _of_games(cutter: RowCutter) -> dict[str, Digest]:
    from engine import registry
    from games.archive.services.digest import duplicate_key
    from games.models import Game

    def digest(game: Game) -> Digest:
        rules, text = registry.rules(game.kind), game.text
        first, second, date = (
            _template(cutter, value) for value in (game.first_name, game.second_name, game.date)
        )
        return lambda values: duplicate_key(
            rules, text.start_position, first(values), second(values), date(values), text.plies
        )

    return {game.duplicate_key: digest(game) for game in Game.objects.select_related("text")}


def _of_sources(cutter: RowCutter) -> dict[str, Digest]:
    from players.models import RatedResult, ResultSource
    from players.rating_lists.services.games_to_rate import results_digest

    def digest(source: ResultSource) -> Digest:
        rows = list(source.results.all())
        keys = [_template(cutter, row.key) for row in rows]

        def compute(values: dict[str, str]) -> str:
            return results_digest(
                [
                    RatedResult(
                        key=key(values),
                        first_id=int(values[str(row.first_id)]),
                        second_id=int(values[str(row.second_id)]) if row.second_id else None,
                        first_half_points=row.first_half_points,
                        second_half_points=row.second_half_points,
                        forfeit=row.forfeit,
                        rated=row.rated,
                        first_level=row.first_level,
                        second_level=row.second_level,
                    )
                    for row, key in zip(rows, keys, strict=True)
                ]
            )

        return compute

    return {source.digest: digest(source) for source in ResultSource.objects.prefetch_related("results")}


def _of_periods(cutter: RowCutter) -> dict[str, Digest]:
    from players.models import RatedPeriod, ResultSource
    from players.rating_lists.selectors.periods import _planned

    sources = ResultSource.objects.in_bulk()

    def digest(period: RatedPeriod) -> Digest:
        rows = [sources[pk] for pk in period.sources]
        keys = [_template(cutter, row.key) for row in rows]

        def compute(values: dict[str, str]) -> str:
            copied = [
                ResultSource(kind=row.kind, key=key(values), digest=values[row.digest], title="", end=row.end)
                for row, key in zip(rows, keys, strict=True)
            ]
            return _planned(period.key, copied).digest

        return compute

    return {period.digest: digest(period) for period in RatedPeriod.objects.all()}


def _template(cutter: RowCutter, text: str) -> Digest:
    pieces = list(cutter.cut_text(text))
    return lambda values: "".join(
        values[piece.text] if isinstance(piece, Mark) else piece for piece in pieces
    )
