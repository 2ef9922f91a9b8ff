"""News of events in the API."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import MAX_ID, IdField, ListQuery, StrictSerializer, StrictTextField
from tournaments.api import EventApiViewSet
from tournaments.events.selectors import get_visible_news_or_404, visible_news
from tournaments.events.services.news import MAX_NEWS_LENGTH, delete_news, write_news
from tournaments.models import EventNews
from tournaments.policies import may_write_news


class NewsQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)


class WrittenNewsSerializer(StrictSerializer):
    event = IdField()
    text = StrictTextField(max_length=MAX_NEWS_LENGTH)


class NewsSerializer(serializers.ModelSerializer[EventNews]):
    """What the organisers of an event tell everybody."""

    event = serializers.IntegerField(source="event_id")
    author = serializers.SerializerMethodField(
        help_text=gettext_lazy("The name of the account that wrote it; empty if there is none any more.")
    )

    class Meta:
        model = EventNews
        fields = ("id", "event", "text", "author", "written_at")
        read_only_fields = fields

    def get_author(self, news: EventNews) -> str:
        return str(news.author or "")


class NewsViewSet(EventApiViewSet):
    queryset = EventNews.objects.none()
    serializer_class = NewsSerializer
    list_query = NewsQuery
    ordering = ("-pk",)

    @extend_schema(summary=gettext_lazy("List news of events"), parameters=[NewsQuery])
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(visible_news(request.user, event=self.query.get("event")))
        return self.get_paginated_response(NewsSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a news item"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(NewsSerializer(get_visible_news_or_404(request.user, pk)).data)

    @extend_schema(
        summary=gettext_lazy("Write news"), request=WrittenNewsSerializer, responses={201: NewsSerializer}
    )
    def create(self, request: Request) -> Response:
        sent = self.sent(WrittenNewsSerializer)
        event = self.sent_event(sent["event"])
        self.ask(may_write_news(self.actor, event))
        written = write_news(actor=self.actor, event=event, text=sent["text"])
        return Response(NewsSerializer(written).data, status=201)

    @extend_schema(summary=gettext_lazy("Delete a news item"), responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        news = get_visible_news_or_404(request.user, pk)
        self.ask(may_write_news(self.actor, news.event))
        delete_news(actor=self.actor, news=news)
        return Response(status=204)
