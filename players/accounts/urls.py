"""Addresses below /account/."""

from django.urls import path

from players.accounts import export_views, password_views, views

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("delete/", views.delete_account, name="delete-account"),
    path("password/", password_views.change_password, name="change-password"),
    path("password/forgotten/", password_views.reset_password, name="reset-password"),
    path("password/forgotten/sent/", password_views.reset_password_sent, name="reset-password-sent"),
    path(
        "password/new/<str:uidb64>/<str:token>/",
        password_views.ResetPasswordConfirm.as_view(),
        name="reset-password-confirm",
    ),
    path("data/", export_views.request_data, name="request-data-export"),
    path("data/state/", export_views.state, name="data-export-state"),
    path("data/<int:pk>/", export_views.download, name="download-data-export"),
]
