"""WCAG 2.2 AA on every page that visitors see."""

import pytest
from django.conf import LazySettings

from players.models import User
from tests.browser.accessibility import name_of, pages_at_a_time, violations_on
from tests.browser.pages import OpenBrowser
from tests.templates.inventory import Page

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize("pages", pages_at_a_time(signed_in=False), ids=name_of)
def test_pages_have_no_violations(
    open_browser: OpenBrowser, agnes: User, settings: LazySettings, pages: list[Page]
) -> None:
    found = violations_on(pages, open_browser=open_browser, settings=settings)

    assert found == {target.name: [] for target in pages}
