"""What every resource of the API is built on, and what is answered where there is none."""

from functools import partial
from typing import Any, ClassVar

from django.conf import settings
from django.http import Http404
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from core.api.idempotency import KEY_HEADER, answer_once
from core.api.problems import InvalidQuery, LengthRequired, TooLarge
from core.api.scopes import Scope
from core.api.serializers import QuerySerializer
from core.permissions.actors import Account


class ApiView(APIView):
    """Asks the policies and calls services and selectors; decides nothing itself."""

    scope_to_write: ClassVar[Scope] = Scope.ORGANISE
    query_serializer: ClassVar[type[QuerySerializer]] = QuerySerializer
    query: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._check_size(request)
        can_be_done = request.method in self.allowed_methods
        self.query = self._checked_query(request) if can_be_done else {}
        changes = can_be_done and request.method not in SAFE_METHODS
        if changes and KEY_HEADER in request.headers and request.user.is_authenticated:
            name = str(request.method).lower()
            setattr(self, name, partial(answer_once, getattr(self, name)))

    @property
    def actor(self) -> Account:
        """The account that is signed in; visitors get 401."""
        if not self.request.user.is_authenticated:
            self.permission_denied(self.request)
        return self.request.user

    def ask(self, allowed: bool) -> None:
        """Pass on what a policy said: 403, or 401 to those who are not signed in."""
        if not allowed:
            self.permission_denied(self.request)

    def sent(self, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """What was sent, checked."""
        checked = serializer(data=self.request.data)
        checked.is_valid(raise_exception=True)
        return dict(checked.validated_data)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Any:
        """The answer depends on who asks: shared caches keep nothing, and a browser's asks again."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers["Kiebitz-Version"] = settings.VERSION
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response

    def get_query_serializer(self) -> type[QuerySerializer]:
        return self.query_serializer

    def max_bytes(self) -> int:
        """How much may be sent at once."""
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0

    def _check_size(self, request: Request) -> None:
        """Before anything is read: parsers take all of it into memory. No more is ever read than is announced."""
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced == "0" and "Transfer-Encoding" in request.headers:
            raise LengthRequired
        max_bytes = self.max_bytes()
        if announced.isdecimal() and int(announced) > max_bytes:
            raise TooLarge(max_bytes)

    def _checked_query(self, request: Request) -> dict[str, Any]:
        serializer = self.get_query_serializer()(data=request.query_params.dict())
        if not serializer.is_valid():
            raise InvalidQuery(serializer.errors)
        return dict(serializer.validated_data)


class ApiViewSet(ApiView, GenericViewSet[Any]):
    """A resource: `list_query` are the filters of its list, `ordering` the order that its pages are cut in."""

    http_method_names = ["get", "head", "post", "patch", "delete"]
    lookup_value_regex = "[0-9]{1,18}"
    list_query: ClassVar[type[QuerySerializer]] = QuerySerializer
    ordering: ClassVar[tuple[str, ...]] = ("pk",)

    def get_query_serializer(self) -> type[QuerySerializer]:
        return self.list_query if self.action == "list" else self.query_serializer


@extend_schema(exclude=True)
class UnknownAddress(APIView):
    """Whatever is asked below the API's address and does not exist."""

    authentication_classes = ()
    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404

    def get(self, request: Request, path: str = "") -> Response:
        raise Http404
