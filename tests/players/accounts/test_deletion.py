"""Deleting one's account."""

from axes.models import AccessAttempt
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.accounts.data_export import request_export
from players.models import DataExport, User
from tests.players.accounts.conftest import PASSWORD


def test_the_account_goes_with_all_that_hangs_on_it(signed_in: Client, agnes: User) -> None:
    request_export(user=agnes)
    AccessAttempt.objects.create(username=agnes.email, failures_since_start=1, attempt_time=timezone.now())
    elsewhere = Client()
    elsewhere.force_login(agnes)

    response = signed_in.post(reverse("delete-account"), {"present_password": PASSWORD}, follow=True)

    assert response.redirect_chain == [("/", 302)]
    assert "Your account is deleted." in response.content.decode()
    assert not get_user(signed_in).is_authenticated  # type: ignore[arg-type]
    assert elsewhere.get(reverse("account")).status_code == 302
    assert (User.objects.count(), DataExport.objects.count(), AccessAttempt.objects.count()) == (0, 0, 0)


def test_the_page_says_what_happens(signed_in: Client) -> None:
    text = signed_in.get(reverse("delete-account")).content.decode()

    assert "This cannot be undone" in text
    assert "Your e-mail address, your password and your data exports are deleted at once." in text


def test_a_wrong_password_deletes_nothing(signed_in: Client) -> None:
    response = signed_in.post(reverse("delete-account"), {"present_password": "wrong"})

    assert response.context["form"].errors == {
        "present_password": ["This is not your present password. Please type it again."]
    }
    assert User.objects.count() == 1


def test_the_address_is_free_again(signed_in: Client) -> None:
    signed_in.post(reverse("delete-account"), {"present_password": PASSWORD})

    form = {"display_name": "Agnes", "email": "agnes@example.org", "password": PASSWORD}
    assert signed_in.post(reverse("sign-up"), form).status_code == 302
    assert User.objects.get().display_name == "Agnes"
