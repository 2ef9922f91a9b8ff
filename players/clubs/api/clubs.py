"""Clubs in the API."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.services import MAX_REASON_LENGTH
from core.api.serializers import (
    CountryField,
    ListQuery,
    PageField,
    StrictBooleanField,
    StrictSerializer,
    StrictTextField,
)
from core.api.views import ApiViewSet
from players.clubs.policies import (
    may_close_club,
    may_create_club,
    may_edit_club,
    may_recognise_clubs,
    may_see_club,
)
from players.clubs.selectors.clubs import (
    clubs_matching,
    get_club_or_404,
)
from players.clubs.services import clubs
from players.clubs.services.recognition import recognise_club, withdraw_recognition
from players.models import Club

MAX_SEARCH_LENGTH = 100


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club, as everybody sees it."""

    country = CountryField()
    website = serializers.CharField()
    contact_email = serializers.CharField()
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Club
        fields = (
            "slug", "name", "place", "country", "meeting_times", "about", "website", "contact_email",
            "welcomes_requests", "recognised_at", "closed_at", "url",
        )  # fmt: skip
        read_only_fields = fields


class RecognitionSerializer(StrictSerializer):
    recognised = StrictBooleanField()
    reason = StrictTextField(max_length=MAX_REASON_LENGTH)


class ClubDetailsSerializer(StrictSerializer):
    place = StrictTextField(max_length=120, required=False, allow_blank=True)
    country = CountryField(required=False, allow_blank=True)
    meeting_times = StrictTextField(max_length=200, required=False, allow_blank=True)
    about = StrictTextField(max_length=10_000, required=False, allow_blank=True)
    website = StrictTextField(max_length=300, required=False, allow_blank=True)
    contact_email = StrictTextField(max_length=254, required=False, allow_blank=True)
    welcomes_requests = StrictBooleanField(required=False)


class NewClubSerializer(ClubDetailsSerializer):
    name = StrictTextField(max_length=120)


class ClubChangesSerializer(ClubDetailsSerializer):
    name = StrictTextField(max_length=120, required=False)
    reason = StrictTextField(max_length=MAX_REASON_LENGTH, required=False, allow_blank=True)


class ClubQuery(ListQuery):
    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_SEARCH_LENGTH,
        help_text=gettext_lazy("Words of the name or the place."),
    )


class ClubViewSet(ApiViewSet):
    queryset = Club.objects.none()
    serializer_class = ClubSerializer
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]{1,80}"
    list_query = ClubQuery
    ordering = ("sort_key", "name")

    @extend_schema(
        summary=gettext_lazy("List clubs"),
        parameters=[ClubQuery],
        description=gettext_lazy("The clubs that have not closed, in alphabetical order."),
    )
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(clubs_matching(self.query.get("q", "")))
        return self.get_paginated_response(ClubSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a club"))
    def retrieve(self, request: Request, slug: str) -> Response:
        club = get_club_or_404(slug)
        self.ask(may_see_club(request.user, club))
        return Response(ClubSerializer(club).data)

    @extend_schema(
        summary=gettext_lazy("Create a club"),
        request=NewClubSerializer,
        responses={201: ClubSerializer},
        description=gettext_lazy("You become its owner."),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        self.ask(may_create_club(actor))
        club = clubs.create_club(actor=actor, **self.sent(NewClubSerializer))
        return Response(ClubSerializer(club).data, status=201)

    @extend_schema(
        summary=gettext_lazy("Change a club"), request=ClubChangesSerializer, responses=ClubSerializer
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        actor = self.actor
        club = get_club_or_404(slug)
        self.ask(may_edit_club(actor, club))
        changes = self.sent(ClubChangesSerializer)
        return Response(ClubSerializer(clubs.edit_club(actor=actor, club=club, **changes)).data)

    @extend_schema(
        summary=gettext_lazy("Delete a club"),
        responses={204: None},
        description=gettext_lazy(
            "Only a club created by mistake. Once something has happened in it, it can only be "
            "closed, on its page."
        ),
    )
    def destroy(self, request: Request, slug: str) -> Response:
        actor = self.actor
        club = get_club_or_404(slug)
        self.ask(may_close_club(actor, club))
        clubs.delete_club(actor=actor, club=club)
        return Response(status=204)


class RecognitionViewSet(ApiViewSet):
    """Addresses below a club's own."""

    queryset = Club.objects.none()
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]{1,80}"

    @extend_schema(
        summary=gettext_lazy("Recognise a club, or withdraw it"),
        request=RecognitionSerializer,
        responses=ClubSerializer,
        description=gettext_lazy(
            "For site administrators. Lists across clubs take only recognised clubs; they are recomputed."
        ),
    )
    @action(detail=True, methods=["post"])
    def recognition(self, request: Request, slug: str) -> Response:
        actor, club = self.actor, get_club_or_404(slug)
        self.ask(may_recognise_clubs(actor))
        sent = self.sent(RecognitionSerializer)
        change = recognise_club if sent["recognised"] else withdraw_recognition
        return Response(ClubSerializer(change(actor=actor, club=club, reason=sent["reason"])).data)
