"""The markup of every page: nothing inline that the Content-Security-Policy would refuse, nothing from elsewhere."""

from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from players.models import User
from tests.templates.inventory import PAGES, Page, furnish, site_of
from tests.templates.outline import Outline

# All pages are rendered at the first test.
pytestmark = pytest.mark.timeout(400)


class Rendered(NamedTuple):
    status: int
    outline: Outline


@pytest.fixture(scope="module")
def rendered(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, Rendered]:
    """Every page once, on a site that is furnished once: the checks below only read."""
    with django_db_blocker.unblock(), transaction.atomic():
        user = furnish()
        pages = {page.name: _render(page, user) for page in PAGES}
        transaction.set_rollback(True)
    return pages


def _render(page: Page, user: User) -> Rendered:
    client = Client(raise_request_exception=not page.broken)
    if page.signed_in:
        User.objects.filter(pk=user.pk).update(is_staff=page.administrator)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    with site_of(page):
        response = client.get(page.path)
    return Rendered(response.status_code, Outline(response.content.decode()))


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def outline(request: pytest.FixtureRequest, rendered: dict[str, Rendered]) -> Outline:
    page: Page = request.param
    assert rendered[page.name].status == page.status
    return rendered[page.name].outline


def test_elements_are_closed_in_order(outline: Outline) -> None:
    assert (outline.misplaced, outline.open) == ([], [])


def test_nothing_is_inline_that_the_policy_refuses(outline: Outline) -> None:
    assert [tag for tag, _ in outline.elements if tag == "style"] == []
    assert list(outline.all("style")) == []
    assert outline.script_text == ""
    assert [name for _, attributes in outline.elements for name in attributes if name.startswith("on")] == []
    assert [
        name for _, attributes in outline.elements for name in attributes if name.startswith("hx-on")
    ] == []


# Where a place is: a link that somebody follows, nothing that a page loads.
MAP = "https://www.openstreetmap.org/search?"


def test_everything_comes_from_this_site(outline: Outline) -> None:
    addresses = [*outline.all("src"), *outline.all("href"), *outline.all("action"), *outline.all("hx-get")]

    # otpauth: loads nothing, it opens the app that makes codes. A board drawn into the page comes from here as well.
    ours = ("otpauth:", "data:image/svg+xml;base64,")
    elsewhere = [address for address in addresses if urlsplit(address).scheme or urlsplit(address).netloc]
    followed = {
        address
        for name, attributes in outline.elements
        if name == "a" and (address := attributes.get("href") or "").startswith(MAP)
    }
    assert [
        address for address in elsewhere if not address.startswith(ours) and address not in followed
    ] == []


def test_static_files_are_there(outline: Outline) -> None:
    addresses = {address.partition("#")[0] for name in ("src", "href") for address in outline.all(name)}
    missing = [
        address
        for address in addresses
        if address.startswith("/static/") and finders.find(address.removeprefix("/static/")) is None
    ]

    assert missing == []


def test_ids_are_unique_and_references_lead_somewhere(outline: Outline) -> None:
    ids = list(outline.all("id"))
    assert sorted(ids) == sorted(set(ids))

    references = [*outline.all("for"), *outline.all("aria-controls"), *outline.all("data-dialog")]
    for name in ("aria-describedby", "aria-labelledby"):
        references += [word for value in outline.all(name) for word in value.split()]
    references += [value[1:] for value in outline.all("href") if value.startswith("#")]
    assert [reference for reference in references if reference not in ids] == []


def test_a_page_has_its_landmarks_and_one_heading_of_the_first_order(outline: Outline) -> None:
    tags = [tag for tag, _ in outline.elements]

    assert [tags.count(tag) for tag in ("html", "title", "header", "main", "footer", "h1")] == [1] * 6


def test_every_form_that_changes_something_carries_the_token(outline: Outline) -> None:
    forms = [attributes for tag, attributes in outline.elements if tag == "form"]
    posts = [form for form in forms if form.get("method") == "post"]
    tokens = [
        attributes for _, attributes in outline.elements if attributes.get("name") == "csrfmiddlewaretoken"
    ]

    assert len(tokens) == len(posts)


def test_the_style_guide_is_not_part_of_the_site(client: Client, db: None, settings: LazySettings) -> None:
    settings.DEBUG = False

    assert client.get("/style-guide/").status_code == 404
