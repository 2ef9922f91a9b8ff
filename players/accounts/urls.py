"""Addresses below /account/."""

from django.urls import path

from players.accounts.views import account, security, sign_in

urlpatterns = [
    path("", account.account_page, name="account"),
    path("email/", account.change_email, name="change-email"),
    path("email/confirm/<str:token>/", account.confirm_email, name="confirm-email"),
    path("delete/", account.delete_account, name="delete-account"),
    path("sign-up/", sign_in.sign_up, name="sign-up"),
    path("sign-in/", sign_in.SignInView.as_view(), name="sign-in"),
    path("sign-in/code/", sign_in.second_step, name="second-step"),
    path("sign-out/", sign_in.SignOutView.as_view(), name="sign-out"),
    path("preferences/", account.preferences_page, name="preferences"),
    path("mail/", account.mail_choices_page, name="mail-choices"),
    path("mail/stop/<str:token>/", account.unsubscribe, name="stop-mail"),
    path("security/", security.security_page, name="security"),
    path("security/code/", security.switch_on_second_factor, name="switch-on-second-factor"),
    path("security/code/off/", security.switch_off_second_factor, name="switch-off-second-factor"),
    path("security/recovery/", security.renew_recovery_codes, name="renew-recovery-codes"),
    path("sessions/", security.session_list, name="sessions"),
    path("sessions/end/", security.end_session, name="end-session"),
    path("password/", security.change_password, name="change-password"),
    path("password/forgotten/", security.reset_password, name="reset-password"),
    path("password/forgotten/sent/", security.reset_password_sent, name="reset-password-sent"),
    path(
        "password/new/<str:uidb64>/<str:token>/",
        security.ResetPasswordConfirmView.as_view(),
        name="reset-password-confirm",
    ),
    path("data/", account.your_data_page, name="your-data"),
    path("data/gather/", account.request_data_export, name="request-data-export"),
    path("data/state/", account.data_export_state, name="data-export-state"),
    path("data/<int:pk>/", account.download_data_export, name="download-data-export"),
    path("tokens/", security.token_list, name="tokens"),
    path("tokens/new/", security.new_token, name="new-token"),
    path("tokens/<int:pk>/revoke/", security.revoke_token, name="revoke-token"),
]
