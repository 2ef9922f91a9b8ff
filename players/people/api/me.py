"""Who the API takes one for."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.permissions import TokenHasScope
from core.api.views import ApiView
from players.models import ApiToken, Role, Scope
from players.people.selectors.people import memberships_of, person_of


class OwnMembershipSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.SlugField(source="club.slug")
    role = serializers.ChoiceField(Role.choices)


class OwnTokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    expires_at = serializers.DateTimeField(allow_null=True)


class MeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(source="account.display_name")
    email = serializers.EmailField(source="account.email")
    person = serializers.IntegerField(allow_null=True)
    memberships = OwnMembershipSerializer(many=True)
    token = OwnTokenSerializer(allow_null=True)


class Me(ApiView):
    open_to_visitors = False
    permission_classes = (IsAuthenticated, TokenHasScope)

    @extend_schema(
        operation_id="me",
        summary=gettext_lazy("Who am I"),
        responses=MeSerializer,
        description=gettext_lazy(
            "The account whose token or session this is, with its person, its roles and the token's scopes."
        ),
    )
    def get(self, request: Request) -> Response:
        person = person_of(self.actor)
        content = {
            "account": self.actor,
            "person": person.pk if person else None,
            "memberships": memberships_of(person) if person else [],
            "token": _about(request.auth),
        }
        return Response(MeSerializer(content).data)


def _about(token: object) -> dict[str, Any] | None:
    if not isinstance(token, ApiToken):
        return None
    scopes = [scope for scope in Scope if scope in token.scopes]
    return {"name": token.name, "scopes": scopes, "expires_at": token.expires_at}
