"""People on rating lists, made straight as rows."""

from datetime import date

from players.models import Club, ListedRating, Person, RatedPeriod, RatingPool

DAY = date(2026, 1, 31)


def rated(person: Person, rating: float, *, game: str, club: Club | None) -> None:
    name = f"{game} {club or 'all'}"
    pool, _made = RatingPool.objects.get_or_create(
        game=game,
        club=club,
        defaults={"name": name, "slug": name.lower().replace(" ", "-"), "method": "glicko-2"},
    )
    period, _made = RatedPeriod.objects.get_or_create(
        pool=pool,
        number=1,
        defaults={
            "from_version": 1, "key": "2026-01", "title": "January", "start": DAY, "end": DAY,
            "digest": "", "sources": [], "uncounted": [],
        },
    )  # fmt: skip
    ListedRating.objects.create(
        pool=pool,
        player=person,
        period=period,
        from_version=1,
        rating=rating,
        games=9,
        active_on=DAY,
        state=[rating, 60.0, 0.06, 9, [DAY.isoformat(), 1], DAY.isoformat()],
    )
