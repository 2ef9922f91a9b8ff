"""Accounts and clubs in Django's administration pages."""

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.utils.translation import gettext_lazy as _

from players.models import Club, User


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
    fieldsets = (
        (None, {"fields": ("email", "display_name", "password")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
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


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    list_display = ("name", "place")
    search_fields = ("name", "place")
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012  Django's way to write it
