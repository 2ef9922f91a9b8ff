"""Addresses below /account/."""

from django.urls import path

from players.accounts import (
    export_views,
    password_views,
    preference_views,
    profile_views,
    security_views,
    views,
)

urlpatterns = [
    path("", profile_views.account, name="account"),
    path("email/", profile_views.change_email, name="change-email"),
    path("email/confirm/<str:token>/", profile_views.confirm_email, name="confirm-email"),
    path("delete/", profile_views.delete_account, name="delete-account"),
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/code/", views.second_step, name="second-step"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("preferences/", preference_views.preferences_page, name="preferences"),
    path("mail/", preference_views.mail_choices, name="mail-choices"),
    path("mail/stop/<str:token>/", preference_views.stop_mail, name="stop-mail"),
    path("security/", security_views.security, name="security"),
    path("security/code/", security_views.switch_on, name="switch-on-second-factor"),
    path("security/code/off/", security_views.switch_off, name="switch-off-second-factor"),
    path("security/recovery/", security_views.renew_codes, name="renew-recovery-codes"),
    path("sessions/", security_views.session_list, name="sessions"),
    path("sessions/end/", security_views.end_session, name="end-session"),
    path("password/", password_views.change_password, name="change-password"),
    path("password/forgotten/", password_views.reset_password, name="reset-password"),
    path("password/forgotten/sent/", password_views.reset_password_sent, name="reset-password-sent"),
    path(
        "password/new/<str:uidb64>/<str:token>/",
        password_views.ResetPasswordConfirm.as_view(),
        name="reset-password-confirm",
    ),
    path("data/", export_views.your_data, name="your-data"),
    path("data/gather/", export_views.request_data, name="request-data-export"),
    path("data/state/", export_views.state, name="data-export-state"),
    path("data/<int:pk>/", export_views.download, name="download-data-export"),
]
