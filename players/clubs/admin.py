"""Clubs and memberships in the administration pages: the policies say who may, the services do it and leave lines."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _

from players import policies
from players.clubs import club_services, services
from players.clubs.club_services import RECORDED
from players.errors import Refused
from players.models import Club, Membership, Role, User


class TellsRefusals(admin.ModelAdmin[Any]):
    """What a service refuses is told on the page one came from."""

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
        fields = RECORDED

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                club_services.check_details(**data)
            except Refused as refusal:
                self.add_error(None, str(refusal))
        return data


@admin.register(Club)
class ClubAdmin(TellsRefusals):
    """Whoever adds a club here owns it at first, and hands it over on the club's own pages."""

    form = ClubAdminForm
    list_display = ("name", "place", "country", "closed_at")
    search_fields = ("name", "place", "search_key")
    readonly_fields = ("slug", "closed_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and policies.may_found_club(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return super().has_change_permission(request, obj) and (
            obj is None or policies.may_edit_club(request.user, obj)
        )

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (
            obj is None or policies.may_close_club(request.user, obj)
        )

    def save_model(self, request: HttpRequest, obj: Club, form: ModelForm[Club], change: bool) -> None:
        actor = _account(request)
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            saved = club_services.edit_club(actor=actor, club=obj, **changes)
        else:
            saved = club_services.found_club(actor=actor, **form.cleaned_data)
        _become(obj, saved)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        club_services.delete_club(actor=_account(request), club=obj)


@admin.register(Membership)
class MembershipAdmin(TellsRefusals):
    list_display = ("person", "club", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("person", "club")
    search_fields = ("person__name", "person__comparison_key", "club__name")
    raw_id_fields = ("person", "club")
    readonly_fields = ("joined_at",)

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """Another person or another club is another membership."""
        return ("person", "club", "joined_at") if obj else ("joined_at",)

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
        actor, role = _account(request), Role(form.cleaned_data["role"])
        if change:
            saved = services.change_role(actor=actor, membership=obj, role=role)
        else:
            saved = services.add_member(actor=actor, club=obj.club, person=obj.person, role=role)
        _become(obj, saved)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        services.remove_member(actor=_account(request), membership=obj)


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Refused(_("Only an account can change this."))  # the site asks before it comes to this
    return request.user


def _become(shown: Model, saved: Model) -> None:
    """The page goes on with the object that it made: it gets what the service saved."""
    for field in saved._meta.concrete_fields:
        setattr(shown, field.attname, getattr(saved, field.attname))
