"""Pairs of players who must not meet, in the API."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import MAX_ID, IdField, ListQuery, StrictBooleanField, StrictSerializer
from tournaments.api import EventApiViewSet
from tournaments.entries.api.entries import PlayerSerializer
from tournaments.entries.selectors.entries import get_managed_pair_or_404, managed_pairs
from tournaments.entries.services.kept_apart import allow_meeting, keep_apart
from tournaments.models import KeptApart
from tournaments.policies import may_manage_entries


class KeptApartSerializer(serializers.ModelSerializer[KeptApart]):
    """Two players of a section who must not meet, or should not."""

    section = serializers.IntegerField(source="section_id")
    one = PlayerSerializer()
    other = PlayerSerializer()

    class Meta:
        model = KeptApart
        fields = ("id", "section", "one", "other", "strictly")
        read_only_fields = fields


class NewPairSerializer(StrictSerializer):
    section = IdField()
    one = IdField(help_text=gettext_lazy("An entry of the section."))
    other = IdField()
    strictly = StrictBooleanField(
        required=False,
        help_text=gettext_lazy(
            "true: in any case; false: only if it makes no other pairing worse. true if left out."
        ),
    )


class PairQuery(ListQuery):
    section = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)


class KeptApartViewSet(EventApiViewSet):
    queryset = KeptApart.objects.none()
    serializer_class = KeptApartSerializer
    list_query = PairQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List pairs kept apart"),
        parameters=[PairQuery],
        description=gettext_lazy("Of events whose entries you manage."),
    )
    def list(self, request: Request) -> Response:
        pairs = managed_pairs(request.user, section=self.query.get("section"))
        page = self.paginate_queryset(pairs)
        return self.get_paginated_response(KeptApartSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a pair kept apart"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(KeptApartSerializer(get_managed_pair_or_404(request.user, pk)).data)

    @extend_schema(
        summary=gettext_lazy("Keep two players apart"),
        request=NewPairSerializer,
        responses={201: KeptApartSerializer},
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewPairSerializer)
        section = self.sent_section(sent["section"])
        self.ask(may_manage_entries(actor, section.event))
        one = self.sent_entry(sent["one"], section, field="one")
        other = self.sent_entry(sent["other"], section, field="other")
        pair = keep_apart(
            actor=actor, section=section, one=one, other=other, strictly=sent.get("strictly", True)
        )
        return Response(KeptApartSerializer(get_managed_pair_or_404(actor, pair.pk)).data, status=201)

    @extend_schema(summary=gettext_lazy("Let two players meet"), responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        allow_meeting(actor=self.actor, pair=get_managed_pair_or_404(self.actor, pk))
        return Response(status=204)
