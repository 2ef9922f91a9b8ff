"""Parts of pages that are rendered once for each language and each of the values they depend on."""

import pytest
from django.conf import LazySettings
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from core.templatetags import render_once as library

ONCE = "{% load render_once %}{% render_once theme %}{{ theme }}{{ counter.next }}{% endrender_once %}"


class Counter:
    def __init__(self) -> None:
        self.count = 0

    @property
    def next(self) -> str:
        self.count += 1
        return str(self.count)


def rendered(template: Template, counter: Counter, theme: str) -> str:
    return template.render(Context({"theme": theme, "counter": counter}))


def test_once_for_each_value_that_it_names() -> None:
    template, counter = Template(ONCE), Counter()
    assert [rendered(template, counter, theme) for theme in ("dark", "light", "dark")] == [
        "dark1",
        "light2",
        "dark1",
    ]


def test_once_for_each_language() -> None:
    template, counter = Template(ONCE), Counter()
    first = rendered(template, counter, "dark")
    with translation.override("de"):
        assert rendered(template, counter, "dark") == "dark2"
    assert rendered(template, counter, "dark") == first == "dark1"


def test_a_value_that_is_not_there_is_a_value_too() -> None:
    template = Template(ONCE)
    assert template.render(Context({"counter": Counter()})) == "1"


def test_each_time_while_templates_are_being_written(settings: LazySettings) -> None:
    settings.DEBUG = True
    template, counter = Template(ONCE), Counter()
    assert [rendered(template, counter, "dark") for _ in range(2)] == ["dark1", "dark2"]


def test_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MAX_ENTRIES", 2)
    template, counter = Template(ONCE), Counter()
    for theme in "abc":
        rendered(template, counter, theme)
    assert rendered(template, counter, "a") == "a4"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "current"),
    [
        ("/", []),
        ("/clubs/", ['<a href="/clubs/" aria-current="page">Clubs</a>']),
        ("/events/?q=x", ['<a href="/events/" aria-current="page">Events</a>']),
        ("/clubs/nowhere/", ['<a href="/clubs/" aria-current="true">Clubs</a>']),
        ("/search/", []),
    ],
)
def test_the_navigation_says_where_one_is(client: Client, address: str, current: list[str]) -> None:
    for _ in range(2):
        page = client.get(address).content.decode()
        navigation = page[page.index('<nav class="site-nav"') : page.index("</nav>")]
        assert [part.strip() for part in navigation.splitlines() if "aria-current" in part] == [
            f"<li>{link}</li>" for link in current
        ]
