"""The components that pages are composed of."""

import pytest
from django.template import Context, Template

from players.models import Club

THREE_WAITING = '<span class="badge">3<span class="visually-hidden"> waiting</span></span>'


def rendered(source: str, **context: object) -> str:
    text = Template("{% load components %}" + source).render(Context(context))
    return " ".join(text.split()).replace("> <", "><").replace(" >", ">")


@pytest.mark.parametrize(
    ("level", "icon"),
    [("success", "check"), ("info", "info"), ("debug", "info"), ("warning", "warning"), ("error", "error")],
)
def test_a_notice_has_the_colour_and_the_icon_of_its_level(level: str, icon: str) -> None:
    text = rendered("{% notice level %}{{ words }}{% endnotice %}", level=level, words="<b>")

    assert text.startswith(f'<div class="notice notice--{level}">')
    assert f"symbols.svg#{icon}" in text
    assert "<div>&lt;b&gt;</div></div>" in text


def test_a_notice_is_of_success_where_nothing_else_is_said() -> None:
    assert 'class="notice notice--success"' in rendered("{% notice %}Saved.{% endnotice %}")


def test_a_notice_can_be_read_aloud_at_once_have_the_focus_and_a_name() -> None:
    text = rendered('{% notice "error" role="alert" focus=True id="problem" %}No.{% endnotice %}')

    assert '<div class="notice notice--error" id="problem" role="alert" tabindex="-1" autofocus>' in text


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("{% crumb name %}", '<li aria-current="page">&lt;b&gt;</li>'),
        ('{% crumb _("Clubs") "clubs" %}', '<li><a href="/clubs/">Clubs</a></li>'),
        ('{% crumb name "club" "lapwing" %}', '<li><a href="/clubs/lapwing/">&lt;b&gt;</a></li>'),
        ("{% crumb name club %}", '<li><a href="/clubs/lapwing/">&lt;b&gt;</a></li>'),
        ('{% crumb name "?page=2" %}', '<li><a href="?page=2">&lt;b&gt;</a></li>'),
    ],
)
def test_a_crumb_leads_to_a_page_and_the_last_one_nowhere(source: str, html: str) -> None:
    assert rendered(source, name="<b>", club=Club(slug="lapwing")) == html


@pytest.mark.parametrize(
    ("arguments", "html"),
    [
        ("", '<li><a href="/clubs/">Clubs</a></li>'),
        ('current=here|current:"clubs"', '<li><a href="/clubs/" aria-current="page">Clubs</a></li>'),
        ('current=here|current:"people clubs"', '<li><a href="/clubs/" aria-current="true">Clubs</a></li>'),
        ('current=here|current:"people"', '<li><a href="/clubs/">Clubs</a></li>'),
        ('id="here"', '<li><a href="/clubs/" id="here">Clubs</a></li>'),
        ("button=True", '<li><a href="/clubs/" class="button button--quiet button--small">Clubs</a></li>'),
        ("count=0", '<li><a href="/clubs/">Clubs</a></li>'),
        ("count=3", f'<li><a href="/clubs/">Clubs {THREE_WAITING}</a></li>'),
    ],
)
def test_a_link_of_a_navigation_says_whether_it_is_the_present_page(arguments: str, html: str) -> None:
    assert rendered(f'{{% nav_link _("Clubs") "clubs" {arguments} %}}', here="clubs") == html


@pytest.mark.parametrize(
    ("arguments", "html"),
    [
        ("", '<button class="button">Save</button>'),
        ('"clubs"', '<button class="button">Save</button><a href="/clubs/">Cancel</a>'),
        ('"clubs" back=_("Back")', '<button class="button">Save</button><a href="/clubs/">Back</a>'),
        ('name="do" value="it"', '<button class="button" name="do" value="it">Save</button>'),
        ("danger=True", '<button class="button button--danger">Save</button>'),
    ],
)
def test_a_form_ends_with_its_button_and_the_way_back(arguments: str, html: str) -> None:
    source = f'{{% form_actions _("Save") {arguments} %}}'

    assert rendered(source) == f'<div class="form__actions">{html}</div>'


@pytest.mark.parametrize(("state", "tone"), [("open", "tag--green"), ("done", "tag--red"), ("else", "")])
def test_a_tag_has_the_colour_of_what_it_says(state: str, tone: str) -> None:
    assert rendered("{{ state|tone:'open=green done=red' }}", state=state) == tone


def test_a_tag_can_have_a_colour_for_all_else() -> None:
    assert rendered("{{ state|tone:'open=green *=gold' }}", state="else") == "tag--gold"
