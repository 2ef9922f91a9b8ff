"""Accounts, clubs, memberships and the jobs of this app in Django's administration pages."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.errors import Refused
from jobs.admin import WorkItemAdmin
from players.accounts.policies import may_reset_second_factors
from players.accounts.services import second_factor
from players.accounts.services.accounts import administer_account, record_password_set
from players.clubs import policies
from players.clubs.services import clubs, members
from players.clubs.services.clubs import RECORDED_FIELDS
from players.models import (
    Club,
    DataExport,
    Membership,
    PeopleImport,
    PeopleUpload,
    PushMessage,
    Recomputation,
    Role,
    User,
)


class RefusalMessagesAdmin(admin.ModelAdmin[Any]):
    """A service's refusal is shown on the page one came from."""

    actions = None  # many at once would be refused halfway

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except Refused as refusal:
            return self._back(request, refusal)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except Refused as refusal:
            return self._back(request, refusal)

    def _back(self, request: HttpRequest, refusal: Refused) -> HttpResponse:
        self.message_user(request, str(refusal), messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())


class ClubAdminForm(ModelForm[Club]):
    website = forms.URLField(label=_("Website"), required=False, max_length=300, assume_scheme="https")

    class Meta:
        model = Club
        fields = RECORDED_FIELDS

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                clubs.check_details(**data)
            except Refused as refusal:
                self.add_error(None, str(refusal))
        return data


@admin.register(Club)
class ClubAdmin(RefusalMessagesAdmin):
    """The administrator who adds a club owns it at first, and hands it over on the club's own pages."""

    form = ClubAdminForm
    list_display = ("name", "place", "country", "closed_at")
    search_fields = ("name", "place", "search_key")
    readonly_fields = ("slug", "closed_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and policies.may_create_club(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return super().has_change_permission(request, obj) and (
            obj is None or policies.may_edit_club(request.user, obj)
        )

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (
            obj is None or policies.may_close_club(request.user, obj)
        )

    def save_model(self, request: HttpRequest, obj: Club, form: ModelForm[Club], change: bool) -> None:
        actor = _acting_account(request)
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            saved = clubs.edit_club(actor=actor, club=obj, **changes)
        else:
            saved = clubs.create_club(actor=actor, **form.cleaned_data)
        _copy_saved_values(obj, saved)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        clubs.delete_club(actor=_acting_account(request), club=obj)


@admin.register(Membership)
class MembershipAdmin(RefusalMessagesAdmin):
    list_display = ("person", "club", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("person", "club")
    search_fields = ("person__name", "person__comparison_key", "club__name")
    # Another person or another club is another membership.
    readonly_fields = ("person", "club", "joined_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody joins a club without being asked: the club's pages do that."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Membership | None = None) -> bool:
        return super().has_change_permission(request, obj) and (
            obj is None or policies.may_change_role(request.user, obj, Role(obj.role))
        )

    def has_delete_permission(self, request: HttpRequest, obj: Membership | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (
            obj is None or policies.may_remove_member(request.user, obj)
        )

    def save_model(
        self, request: HttpRequest, obj: Membership, form: ModelForm[Membership], change: bool
    ) -> None:
        role = Role(form.cleaned_data["role"])
        saved = members.change_role(actor=_acting_account(request), membership=obj, role=role)
        _copy_saved_values(obj, saved)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        members.remove_member(actor=_acting_account(request), membership=obj)


def _acting_account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Refused(_("Only an account can change this."))  # the site asks before it comes to this
    return request.user


def _copy_saved_values(shown: Model, saved: Model) -> None:
    """The page keeps the object that it made: it gets what the service saved."""
    for field in saved._meta.concrete_fields:
        setattr(shown, field.attname, getattr(saved, field.attname))


@admin.register(DataExport)
class DataExportAdmin(WorkItemAdmin):
    list_select_related = ("user",)


@admin.register(PushMessage)
class PushMessageAdmin(WorkItemAdmin):
    """Neither to whom nor about what."""


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
                record_password_set(actor=actor, account=account)
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
