"""People in the API, and the account that asks."""

from typing import Any, Final

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.permissions import TokenHasScope
from core.api.serializers import (
    ClubSlugField,
    CountryField,
    ListQuery,
    PageField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from core.api.views import ApiView, ApiViewSet
from players.models import ApiToken, Person, Role, Scope
from players.models.people import MAX_NAME_LENGTH, MIN_YEAR_OF_BIRTH
from players.people.forms import MAX_REASON_LENGTH
from players.people.policies import rights_towards_people, rights_towards_person
from players.people.selectors.people import (
    get_visible_person_or_404,
    memberships_of,
    people_matching,
    people_visible_to,
    person_of,
)
from players.people.services.people import edit_person

MAX_YEAR_OF_BIRTH: Final = 9999

# What only the person decides, or an organiser for somebody without an account.
PERSONAL_FIELDS: Final = frozenset({"year_of_birth", "shows_year_of_birth", "listed"})


class PersonSerializer(serializers.ModelSerializer[Person]):
    """A person, as far as you may see them."""

    # The context has `rights`: what the viewer may see of each person.
    country = CountryField()
    year_of_birth = serializers.SerializerMethodField(
        help_text=gettext_lazy("Null as well if you may not see it.")
    )
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("The page on this site."))

    class Meta:
        model = Person
        fields = (
            "id", "name", "sort_name", "country", "year_of_birth", "shows_year_of_birth", "listed", "url",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_year_of_birth(self, person: Person) -> int | None:
        return person.year_of_birth if self.context["rights"][person.pk].see_year_of_birth else None


class PersonDetailsSerializer(StrictSerializer):
    sort_name = StrictTextField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy("As shown in lists; made from the name if left out."),
    )
    country = CountryField(required=False, allow_blank=True)
    year_of_birth = StrictIntegerField(
        required=False, allow_null=True, min_value=MIN_YEAR_OF_BIRTH, max_value=MAX_YEAR_OF_BIRTH
    )
    shows_year_of_birth = StrictBooleanField(required=False)
    listed = StrictBooleanField(required=False)


class NewPersonSerializer(PersonDetailsSerializer):
    club = ClubSlugField(help_text=gettext_lazy("The club in which the person becomes a member."))
    name = StrictTextField(max_length=MAX_NAME_LENGTH)


class PersonChangesSerializer(PersonDetailsSerializer):
    name = StrictTextField(max_length=MAX_NAME_LENGTH, required=False)
    reason = StrictTextField(max_length=MAX_REASON_LENGTH, required=False, allow_blank=True)


class PersonQuery(ListQuery):
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text=gettext_lazy("Beginnings of words of the name."),
    )
    club = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=80,
        help_text=gettext_lazy("Beginnings of words of a club's name."),
    )
    country = serializers.CharField(
        required=False, allow_blank=True, max_length=2, help_text=gettext_lazy("Two letters, ISO 3166.")
    )


class PersonViewSet(ApiViewSet):
    queryset = Person.objects.none()
    serializer_class = PersonSerializer
    list_query = PersonQuery
    ordering = ("sort_key", "pk")

    @extend_schema(
        summary=gettext_lazy("List people"),
        parameters=[PersonQuery],
        description=gettext_lazy(
            "Those you may see: people who agreed to be listed, and the members of your clubs. "
            "Sorted by name in lists."
        ),
    )
    def list(self, request: Request) -> Response:
        wanted = {name: self.query[name] for name in ("name", "club", "country") if name in self.query}
        page = self.paginate_queryset(people_matching(people_visible_to(request.user), **wanted)) or []
        rights = rights_towards_people(request.user, page)
        return self.get_paginated_response(PersonSerializer(page, many=True, context={"rights": rights}).data)

    @extend_schema(summary=gettext_lazy("Read a person"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(self._person(pk))

    @extend_schema(
        summary=gettext_lazy("Change a person"), request=PersonChangesSerializer, responses=PersonSerializer
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor = self.actor
        person = self._person(pk)
        rights = rights_towards_person(actor, person)
        self.ask(rights.edit or rights.decide)
        sent = self.sent(PersonChangesSerializer)
        self.ask(rights.decide or PERSONAL_FIELDS.isdisjoint(sent))
        self.ask(rights.edit or sent.keys() <= PERSONAL_FIELDS | {"reason"})
        return self._answer(edit_person(actor=actor, person=person, **sent))

    def _person(self, pk: str) -> Person:
        return get_visible_person_or_404(self.request.user, pk)

    def _answer(self, person: Person, *, status: int = 200) -> Response:
        context: dict[str, Any] = {"rights": rights_towards_people(self.request.user, [person])}
        return Response(PersonSerializer(person, context=context).data, status=status)


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
