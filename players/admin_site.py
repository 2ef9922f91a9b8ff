"""The administration pages ask the policy who may use them, and nothing else."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from core.web.access import next_url
from players.models import User
from players.policies import may_administer_site


class AdministrationSite(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return may_administer_site(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The site's own way in: Django's knows no second step."""
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(next_url(request, default="admin:index"))

    def password_change(  # type: ignore[override]  # a redirect is an answer as well
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own page: it ends the other sessions and notifies the owner."""
        return redirect("change-password")


class PolicyBackend(BaseBackend):
    """Answers Django's own permissions, which the administration pages ask for each model: all or none of them."""

    def has_perm(
        self, user_obj: AbstractBaseUser | AnonymousUser, perm: str, obj: Model | None = None
    ) -> bool:
        return isinstance(user_obj, User) and may_administer_site(user_obj)

    def has_module_perms(self, user_obj: AbstractBaseUser | AnonymousUser, app_label: str) -> bool:
        return isinstance(user_obj, User) and may_administer_site(user_obj)
