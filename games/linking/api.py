"""Who played, in the API: by which rule a name is linked, whom else it may mean, and saying so."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import IdField, StrictSerializer
from core.api.views import ApiViewSet
from games.access import game_or_403
from games.linking.selectors import Suggestion, selectable_person, suggest_people
from games.linking.services import link_players
from games.models import Game, LinkKind
from games.policies import may_link_players
from players.models import Person


class SuggestionSerializer(serializers.Serializer[Any]):
    """Somebody whom a name may mean."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    exact = serializers.BooleanField(source="is_exact", help_text=gettext_lazy("It is the same name."))
    clubs = serializers.SerializerMethodField(help_text=gettext_lazy("Those that you may see."))
    country = serializers.CharField(
        help_text=gettext_lazy("Two letters, ISO 3166; empty if it is not public.")
    )

    def get_clubs(self, suggestion: Suggestion) -> list[str]:
        return [club.slug for club in suggestion.clubs]


class LinkSerializer(serializers.Serializer[Any]):
    """A name of the record, and who it stands for."""

    name = serializers.CharField(help_text=gettext_lazy("As the record says."))
    person = serializers.IntegerField(allow_null=True)
    link = serializers.ChoiceField(
        LinkKind.values, allow_blank=True, help_text=gettext_lazy("How the name was linked to this person.")
    )
    rule = serializers.CharField(help_text=gettext_lazy("The same in words."))
    suggestions = SuggestionSerializer(
        many=True, help_text=gettext_lazy("The best first; nobody is linked on a guess.")
    )


class LinksSerializer(serializers.Serializer[Any]):
    first = LinkSerializer()
    second = LinkSerializer()


class PlayersSerializer(StrictSerializer):
    first_person = IdField(
        required=False, allow_null=True, help_text=gettext_lazy("The person linked to the first name.")
    )
    second_person = IdField(required=False, allow_null=True)


class LinkingViewSet(ApiViewSet):
    """Addresses below a game's own."""

    queryset = Game.objects.none()
    open_to_visitors = False

    @extend_schema(
        summary=gettext_lazy("Read who played, with suggestions"),
        responses=LinksSerializer,
        description=gettext_lazy("For whoever submitted the game, even if it is private, and for arbiters."),
    )
    @action(detail=True)
    def players(self, request: Request, pk: str) -> Response:
        return self._answer(self._game(pk))

    @extend_schema(
        summary=gettext_lazy("Say who played, from the suggestions"),
        request=PlayersSerializer,
        responses=LinksSerializer,
        description=gettext_lazy("Null removes a link; a name left out keeps its link."),
    )
    @players.mapping.patch
    def link(self, request: Request, pk: str) -> Response:
        game = self._game(pk)
        people = {
            name.removesuffix("_person"): self._person(game, pk, name)
            for name, pk in self.sent(PlayersSerializer).items()
        }
        link_players(actor=self.actor, game=game, **people)
        return self._answer(self._game(pk))

    def _game(self, pk: str) -> Game:
        return game_or_403(self.actor, pk, may=may_link_players)

    def _person(self, game: Game, pk: int | None, field: str) -> Person | None:
        if pk is None:
            return None
        found = selectable_person(game, self.actor, pk)
        if found is None:
            raise serializers.ValidationError({field: [_("There is no such person.")]})
        return found

    def _answer(self, game: Game) -> Response:
        players = {
            "first": self._link(game, game.first_name, game.first_person_id, game.first_link),
            "second": self._link(game, game.second_name, game.second_person_id, game.second_link),
        }
        return Response(LinksSerializer(players).data)

    def _link(self, game: Game, name: str, person: int | None, link: str) -> dict[str, Any]:
        return {
            "name": name,
            "person": person,
            "link": link,
            "rule": LinkKind(link).label,
            "suggestions": suggest_people(name, game, self.actor),
        }
