"""Members of clubs, people who are asked to join, and new people in the API."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.services import MAX_REASON_LENGTH
from core.api.serializers import (
    MAX_ID,
    ClubSlugField,
    IdField,
    ListQuery,
    StrictSerializer,
    StrictTextField,
)
from core.api.views import ApiViewSet
from core.errors import TooManyRequests
from players.clubs.policies import (
    OFFERS_BY_ACCOUNT,
    may_add_member,
    may_answer_offer,
    may_change_role,
    may_remove_member,
    may_withdraw_offer,
)
from players.clubs.selectors.clubs import (
    club_with_slug,
    get_visible_membership_or_404,
    visible_memberships_matching,
)
from players.clubs.selectors.offers import get_visible_offer_or_404, visible_offers
from players.clubs.services import members, offers
from players.clubs.services.members import enter_new_member
from players.models import Club, Membership, MembershipOffer, Role
from players.people.api import NewPersonSerializer, PersonSerializer, PersonViewSet
from players.people.policies import may_enter_person
from players.people.selectors.people import visible_person

MAX_SEARCH_LENGTH = 100


class MembershipSerializer(serializers.ModelSerializer[Membership]):
    club = serializers.SlugField(source="club.slug")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The person's name."))

    class Meta:
        model = Membership
        fields = ("id", "club", "person", "name", "role", "joined_at")
        read_only_fields = fields


class MembershipOfferSerializer(serializers.ModelSerializer[MembershipOffer]):
    """A club asks for somebody who has not answered yet."""

    club = serializers.SlugField(source="club.slug")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The person's name."))

    class Meta:
        model = MembershipOffer
        fields = ("id", "club", "person", "name", "role", "created_at")
        read_only_fields = fields


class NewMembershipSerializer(StrictSerializer):
    club = ClubSlugField()
    person = IdField()
    role = serializers.ChoiceField(Role.choices, required=False, default=Role.MEMBER)
    reason = StrictTextField(max_length=MAX_REASON_LENGTH, required=False, allow_blank=True)


class MembershipChangesSerializer(StrictSerializer):
    role = serializers.ChoiceField(Role.choices)
    reason = StrictTextField(max_length=MAX_REASON_LENGTH, required=False, allow_blank=True)


class MembershipQuery(ListQuery):
    club = serializers.SlugField(required=False, max_length=80)
    person = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    role = serializers.ChoiceField(Role.choices, required=False)
    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_SEARCH_LENGTH,
        help_text=gettext_lazy("Words of the person's name."),
    )


class MembershipViewSet(ApiViewSet):
    queryset = Membership.objects.none()
    serializer_class = MembershipSerializer
    list_query = MembershipQuery
    ordering = ("sort_key", "pk")

    @extend_schema(
        summary=gettext_lazy("List memberships"),
        parameters=[MembershipQuery],
        description=gettext_lazy(
            "Those of people who agreed to be listed, those in your own clubs and your own, by the people's names."
        ),
    )
    def list(self, request: Request) -> Response:
        query = self.query
        memberships = visible_memberships_matching(
            request.user,
            club=query.get("club"),
            person=query.get("person"),
            role=query.get("role"),
            text=query.get("q", ""),
        )
        page = self.paginate_queryset(memberships)
        return self.get_paginated_response(MembershipSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a membership"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(MembershipSerializer(self._membership(pk)).data)

    @extend_schema(
        summary=gettext_lazy("Add a member"),
        request=NewMembershipSerializer,
        responses={201: MembershipSerializer, 202: MembershipOfferSerializer},
        description=gettext_lazy(
            "It has to be a person you may see. Who agreed already is a member at once (201). Others are asked "
            "(202): whoever has an account, or else a club that has the person."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewMembershipSerializer)
        club = _existing_club(sent["club"])
        self.ask(may_add_member(actor, club, Role(sent["role"])))
        person = visible_person(actor, sent["person"])
        if person is None:
            raise serializers.ValidationError({"person": [_("There is no such person.")]})
        if wait := OFFERS_BY_ACCOUNT.seconds_to_wait(str(actor.pk)):
            raise TooManyRequests(_("You have asked many people in an hour. Please try again later."), wait)
        made = offers.offer_membership(
            actor=actor,
            club=club,
            person=person,
            role=Role(sent["role"]),
            reason=sent.get("reason", ""),
        )
        if isinstance(made, MembershipOffer):
            return Response(MembershipOfferSerializer(made).data, status=202)
        return Response(MembershipSerializer(made).data, status=201)

    @extend_schema(
        summary=gettext_lazy("Change a role"),
        request=MembershipChangesSerializer,
        responses=MembershipSerializer,
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor = self.actor
        membership = self._membership(pk)
        sent = self.sent(MembershipChangesSerializer)
        role = Role(sent["role"])
        self.ask(may_change_role(actor, membership, role))
        membership = members.change_role(
            actor=actor, membership=membership, role=role, reason=sent.get("reason", "")
        )
        return Response(MembershipSerializer(membership).data)

    @extend_schema(
        summary=gettext_lazy("End a membership"),
        responses={204: None},
        description=gettext_lazy("Somebody else's or your own. The last owner of a club cannot leave."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        actor = self.actor
        membership = self._membership(pk)
        self.ask(may_remove_member(actor, membership))
        members.remove_member(actor=actor, membership=membership)
        return Response(status=204)

    def _membership(self, pk: str) -> Membership:
        return get_visible_membership_or_404(self.request.user, pk)


class OfferAnswerSerializer(StrictSerializer):
    reason = StrictTextField(max_length=MAX_REASON_LENGTH, required=False, allow_blank=True)


class MembershipOfferViewSet(ApiViewSet):
    queryset = MembershipOffer.objects.none()
    serializer_class = MembershipOfferSerializer
    open_to_visitors = False
    list_query = ListQuery
    ordering = ("created_at", "pk")

    @extend_schema(
        summary=gettext_lazy("List open offers of memberships"),
        description=gettext_lazy(
            "Those that wait for your answer, and those that your own clubs made, the oldest first."
        ),
    )
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(visible_offers(self.actor))
        return self.get_paginated_response(MembershipOfferSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read an offer of a membership"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(MembershipOfferSerializer(self._offer(pk)).data)

    @extend_schema(
        summary=gettext_lazy("Accept an offer of a membership"),
        request=None,
        responses={201: MembershipSerializer},
        description=gettext_lazy(
            "For whoever is asked; for a person without an account, for organisers of a club that has them."
        ),
    )
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, pk: str) -> Response:
        offer = self._offer(pk)
        self.ask(may_answer_offer(self.actor, offer))
        membership = offers.accept_offer(actor=self.actor, offer=offer)
        return Response(MembershipSerializer(membership).data, status=201)

    @extend_schema(
        summary=gettext_lazy("Decline an offer of a membership"),
        request=OfferAnswerSerializer,
        responses={204: None},
    )
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, pk: str) -> Response:
        offer = self._offer(pk)
        self.ask(may_answer_offer(self.actor, offer))
        reason = self.sent(OfferAnswerSerializer).get("reason", "")
        offers.decline_offer(actor=self.actor, offer=offer, reason=reason)
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Withdraw an offer of a membership"),
        responses={204: None},
        description=gettext_lazy("For organisers of the club that asks."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        offer = self._offer(pk)
        self.ask(may_withdraw_offer(self.actor, offer))
        offers.withdraw_offer(actor=self.actor, offer=offer)
        return Response(status=204)

    def _offer(self, pk: str) -> MembershipOffer:
        return get_visible_offer_or_404(self.actor, pk)


class ClubPersonViewSet(PersonViewSet):
    # People, and how one enters them: into a club.

    @extend_schema(
        summary=gettext_lazy("Enter a person"),
        request=NewPersonSerializer,
        responses={201: PersonSerializer},
        description=gettext_lazy(
            "The person becomes a member of the club. Search first whether they are already known; "
            "this is not checked."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewPersonSerializer)
        club = _existing_club(sent.pop("club"))
        self.ask(may_enter_person(actor, club))
        return self._answer(enter_new_member(actor=actor, club=club, **sent), status=201)


def _existing_club(slug: str) -> Club:
    club = club_with_slug(slug)
    if club is None:
        raise serializers.ValidationError({"club": [_("There is no such club.")]})
    return club
