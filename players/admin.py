"""Accounts in Django's administration pages, and the jobs of this app; clubs have a module of their own."""

from typing import ClassVar

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from jobs.admin import WorkItemAdmin
from players.accounts import second_factor
from players.accounts.services import administer_account, note_password_set
from players.clubs import admin as clubs  # noqa: F401  registers clubs and memberships
from players.models import DataExport, PeopleImport, PeopleUpload, Recomputation, User
from players.policies import may_reset_second_factors


@admin.register(DataExport)
class DataExportAdmin(WorkItemAdmin):
    list_select_related = ("user",)


@admin.register(PeopleUpload)
class PeopleUploadAdmin(WorkItemAdmin):
    list_select_related = ("club",)


@admin.register(PeopleImport)
class PeopleImportAdmin(WorkItemAdmin):
    list_select_related = ("upload__club",)


@admin.register(Recomputation)
class RecomputationAdmin(WorkItemAdmin):
    list_select_related = ("pool",)


class AccountCreationForm(AdminUserCreationForm[User]):
    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("email", "display_name")
        field_classes: ClassVar[dict[str, type]] = {}  # an e-mail field is one already


@admin.register(User)
class AccountAdmin(UserAdmin[User]):
    add_form = AccountCreationForm
    list_display = ("email", "display_name", "is_active", "is_staff", "joined_at", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "display_name")
    ordering = ("email",)
    readonly_fields = ("joined_at", "last_login")
    actions = ("reset_second_factors",)
    fieldsets = (
        (None, {"fields": ("email", "display_name", "password")}),
        (_("Rights"), {"fields": ("is_active", "is_staff")}),
        (_("Dates"), {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "fields": ("email", "display_name", "usable_password", "password1", "password2"),
                "classes": ("wide",),
            },
        ),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Accounts are closed here. Deleting one has rules that these pages do not know: see `delete_account`."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:
        actor = request.user
        assert isinstance(actor, User)  # noqa: S101  the site lets nobody else in
        administer_account(actor=actor, account=obj, is_new=not change)

    @transaction.atomic
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Django's page sets it. Whether it did says the row."""
        account = self.get_object(request, unquote(id))
        response = super().user_change_password(request, id, form_url)
        actor = request.user
        if account is not None and isinstance(actor, User):
            before = account.password
            account.refresh_from_db()
            if account.password != before:
                note_password_set(actor=actor, account=account)
        return response

    @admin.action(description=_("Reset the second factor (make sure that the owner asks)"))
    def reset_second_factors(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        actor = request.user
        if not isinstance(actor, User) or not may_reset_second_factors(actor):
            raise PermissionDenied
        reset = sum(second_factor.reset(actor=actor, account=account) for account in accounts)
        sentence = ngettext(
            "The second factor of %(count)d account is reset.",
            "The second factor of %(count)d accounts is reset.",
            reset,
        )
        self.message_user(request, sentence % {"count": reset})
