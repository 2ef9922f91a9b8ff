"""The administration pages ask the policy who may use them, and nothing else."""

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core.web.access import next_url
from players.models import User
from players.policies import may_administer_site
from players.seats import lacks_required_factor

# Factors, addresses and connected accounts have rules that Django's forms do not know.
MODELS_OF_ALLAUTH: Final = frozenset({"account", "mfa", "socialaccount"})


class AdministrationSite(AdminSite):
    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """All but the pages of django-allauth, which would write past services and history."""
        models = [model_or_iterable] if isinstance(model_or_iterable, type) else model_or_iterable
        ours = [model for model in models if model._meta.app_label not in MODELS_OF_ALLAUTH]
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        return may_administer_site(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The site's own way in: Django's knows no second step."""
        if self.has_permission(request):
            return redirect("admin:index")
        if isinstance(request.user, User) and request.user.is_active:
            if lacks_required_factor(request.user):
                messages.warning(request, _("Administrators need a second factor. Please set one up first."))
                return redirect("security")
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
