"""Addresses below /account/."""

from django.urls import path

from players.accounts.views import account, passwords, providers, second_factor, security, sign_in

urlpatterns = [
    path("", account.account_page, name="account"),
    path("email/", account.change_email, name="change-email"),
    path("email/confirm/<str:token>/", account.confirm_email, name="confirm-email"),
    path("delete/", account.delete_account, name="delete-account"),
    path("sign-up/", sign_in.SignUpView.as_view(), name="sign-up"),
    path("sign-in/", sign_in.SignInView.as_view(), name="sign-in"),
    path("sign-in/code/", sign_in.SecondStepView.as_view(), name="second-step"),
    path("sign-in/passkey/", sign_in.PasskeySignInView.as_view(), name="passkey-sign-in"),
    path("sign-in/provider/<str:provider_id>/", providers.provider_sign_in, name="openid_connect_login"),
    path(
        "sign-in/provider/<str:provider_id>/back/", providers.provider_answer, name="openid_connect_callback"
    ),
    path("sign-out/", sign_in.SignOutView.as_view(), name="sign-out"),
    path("preferences/", account.preferences_page, name="preferences"),
    path("mail/stop/<str:token>/", account.unsubscribe, name="stop-mail"),
    path("security/", security.security_page, name="security"),
    path("security/code/", second_factor.switch_on_second_factor, name="switch-on-second-factor"),
    path("security/code/off/", second_factor.switch_off_second_factor, name="switch-off-second-factor"),
    path("security/recovery/", second_factor.renew_recovery_codes, name="renew-recovery-codes"),
    path("security/passkeys/new/", second_factor.add_passkey, name="add-passkey"),
    path("security/passkeys/<int:pk>/remove/", second_factor.remove_passkey, name="remove-passkey"),
    path("security/provider/off/", providers.disconnect_provider, name="disconnect-provider"),
    path("security/provider/<str:provider_id>/", providers.connect_provider, name="connect-provider"),
    path("sessions/", security.session_list, name="sessions"),
    path("sessions/end/", security.end_session, name="end-session"),
    path("password/", passwords.ChangePasswordView.as_view(), name="change-password"),
    path("password/forgotten/", passwords.ResetPasswordView.as_view(), name="reset-password"),
    path("password/forgotten/sent/", passwords.ResetPasswordSentView.as_view(), name="reset-password-sent"),
    path(
        "password/new/<str:uidb36>/<str:key>/",
        passwords.ResetPasswordConfirmView.as_view(),
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

# The names by which django-allauth looks for pages of ours. It never gets there by another way.
_NAMES_IN_ALLAUTH = {
    "account_login": "sign-in",
    "account_signup": "sign-up",
    "account_reset_password": "reset-password",
    "account_reset_password_done": "reset-password-sent",
    "account_reset_password_from_key": "reset-password-confirm",
    "account_change_password": "change-password",
    "account_set_password": "reset-password",  # who has none chooses one by mail
    "mfa_authenticate": "second-step",
}


_patterns = {pattern.name: pattern for pattern in urlpatterns}
urlpatterns += [
    path(str(_patterns[ours].pattern), _patterns[ours].callback, name=theirs)
    for theirs, ours in _NAMES_IN_ALLAUTH.items()
]
