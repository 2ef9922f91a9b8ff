"""What a token is for. Who may do what is asked of the policies; a token can only do less than its account."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from core.api.scopes import Scope

if TYPE_CHECKING:  # rest_framework.views loads this module, by the settings
    from rest_framework.views import APIView


class TokenHasScope(BasePermission):
    """Reading takes the scope read, everything else the view's `scope_to_write`. A session has them all."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if request.auth is None:
            return True
        scope = required_scope(request.method or "", view)
        self.message = _("This token lacks the scope “%(scope)s”.") % {"scope": scope.value}
        return scope in getattr(request.auth, "scopes", ())


def required_scope(method: str, view: "APIView") -> Scope:
    return Scope.READ if method in SAFE_METHODS else getattr(view, "scope_to_write", Scope.ORGANISE)
