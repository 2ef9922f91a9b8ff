"""What is read about clubs and their members."""

from django.db.models import Q, QuerySet

from players.models import Club, Membership, Person, Role

ON_THE_FRONT_PAGE = 12


def clubs_for_the_front_page() -> QuerySet[Club]:
    return Club.objects.all()[:ON_THE_FRONT_PAGE]


def clubs_matching(text: str) -> QuerySet[Club]:
    """Clubs whose name or place contains every word of the text."""
    clubs = Club.objects.all()
    for word in text.replace("\0", " ").split():
        clubs = clubs.filter(Q(name__icontains=word) | Q(place__icontains=word))
    return clubs


def members_of(club: Club) -> QuerySet[Membership]:
    """Everybody who belongs to the club, with the person, in the order of the alphabet."""
    return (
        Membership.objects.filter(club=club)
        .select_related("person")
        .order_by("person__sort_key", "person_id")
    )


def listed_members_of(club: Club) -> QuerySet[Membership]:
    """Those who agreed that everybody sees them here."""
    return members_of(club).filter(person__listed=True)


def memberships_of(person: Person) -> QuerySet[Membership]:
    """The clubs of somebody and the roles there, by the clubs' names."""
    return Membership.objects.filter(person=person).select_related("club").order_by("club__name")


def owners_of(club: Club) -> QuerySet[Membership]:
    return members_of(club).filter(role=Role.OWNER)
