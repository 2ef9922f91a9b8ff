"""Forms that another site sends in a visitor's name: no address of the site takes them."""

from django.conf import settings

from players.accounts.api import SessionAuthentication, TokenAuthentication
from tests.permissions.walk import Address, addresses_of_the_site


def _takes_forms_without_asking(address: Address) -> bool:
    return getattr(address.view, "csrf_exempt", False)


def test_every_form_is_asked_for_its_token() -> None:
    assert "django.middleware.csrf.CsrfViewMiddleware" in settings.MIDDLEWARE


def test_only_mail_programs_and_programs_of_the_api_come_without_a_token() -> None:
    """The secret in the address or in the head of the request is one that no other site can know."""
    exempt = [address for address in addresses_of_the_site() if _takes_forms_without_asking(address)]

    assert [address.name for address in exempt if address.namespace != "api"] == ["stop-mail"]


def test_a_browser_that_uses_the_api_with_its_session_is_asked_for_the_token_there() -> None:
    operations = [address for address in addresses_of_the_site() if address.namespace == "api"]
    ways_in = {
        address.name: list(address.view.cls.authentication_classes)  # type: ignore[attr-defined]
        for address in operations
        if _takes_forms_without_asking(address)
    }

    # That it asks is tested in tests/players/api/test_authentication.py; this address knows nobody at all.
    assert ways_in.pop("api:unknown") == []
    assert len(ways_in) > 70
    assert all(ways == [TokenAuthentication, SessionAuthentication] for ways in ways_in.values())
