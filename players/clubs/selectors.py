"""What the pages about clubs read."""

from django.db.models import Q, QuerySet

from players.models import Club

ON_THE_FRONT_PAGE = 12


def clubs_for_the_front_page() -> QuerySet[Club]:
    return Club.objects.all()[:ON_THE_FRONT_PAGE]


def clubs_matching(text: str) -> QuerySet[Club]:
    """Clubs whose name or place contains every word of the text."""
    clubs = Club.objects.all()
    for word in text.replace("\0", " ").split():
        clubs = clubs.filter(Q(name__icontains=word) | Q(place__icontains=word))
    return clubs
