"""Documents of docs/ as pages: addresses of headings, links, rules that errors name."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from core.guides.contents import guide_names
from core.guides.documents import has_rules, read_document, rule_anchor
from engine import registry
from engine.core import RuleViolation

DOCUMENTS = (*guide_names(), *(f"rules/{game}" for game in registry.names()))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_on_a_page_leads_to_a_place(name: str, client: Client) -> None:
    html = read_document(name).html

    for address in re.findall(r'href="([^"]+)"', html):
        path, _, anchor = address.partition("#")
        if "://" in path:
            continue
        target = client.get(path).content.decode() if path else html
        assert f'id="{anchor}"' in target or not anchor, address
    pictures = [Path(source).name for source in re.findall(r'src="([^"]+)"', html)]
    assert [name for name in pictures if not (settings.GUIDES_DIR / "boards" / name).is_file()] == []


def test_every_game_of_the_referee_has_rules() -> None:
    assert [game for game in registry.names() if not has_rules(game)] == []


@pytest.mark.parametrize(
    ("game", "rule", "anchor"),
    [
        ("barragoon", "4.2", "4.2"),
        ("barragoon", "6b", "6b"),
        ("stratego", "two squares", "two-squares"),
        ("draughts", "25 moves", "25-moves"),
        ("barragoon", "99", ""),
        ("checkers", "1", ""),
    ],
)
def test_a_rule_has_its_place(game: str, rule: str, anchor: str) -> None:
    assert rule_anchor(game, rule) == anchor


def test_rules_that_the_referee_names_stand_on_their_pages() -> None:
    """Wherever the engine names a rule as text."""
    named = re.compile(r'Code\.[A-Z_]+, "([^"]+)"')
    missing = [
        (game, rule)
        for game in registry.names()
        for module in Path(settings.BASE_DIR, "engine", game).glob("*.py")
        for rule in named.findall(module.read_text(encoding="utf-8"))
        if not rule_anchor(game, rule)
    ]
    assert missing == []


def test_a_refused_ply_names_a_rule_with_a_place() -> None:
    for game, ply in (("barragoon", "d2-d7"), ("draughts", "32-27x")):
        rules = registry.rules(game)
        with pytest.raises(RuleViolation) as refusal:
            rules.start({}).push(ply)
        assert rule_anchor(game, refusal.value.rule)
