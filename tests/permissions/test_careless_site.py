"""The walk finds what it is there to find: addresses that say nothing, and views that forget to ask."""

import pytest

from players.clubs.policies import EDIT_CLUB
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits import ALL_VISITS
from tests.permissions.visits.clubs import the_club
from tests.permissions.walk import addresses_of_the_site, stale, undeclared, undeclared_methods, walk
from tests.permissions.world import Viewer, World

pytestmark = pytest.mark.urls("tests.permissions.careless_site")


def test_an_address_that_says_nothing_is_found() -> None:
    addresses = [address for address in addresses_of_the_site() if address.namespace != "admin"]
    declared = [
        *ALL_VISITS,
        *(Visit(name, Rule.EVERYBODY) for name in ("hasty", "strict", "broken", "loose")),
    ]

    findings = undeclared(addresses, declared)

    assert findings[-1] == (
        "/careless/<slug:slug>/ says nowhere who may come: "
        "add Visit('forgets', asks=…) to the file of its part in tests/permissions/visits/."
    )


def test_a_visit_to_an_address_that_is_gone_is_found() -> None:
    assert stale(addresses_of_the_site(), [Visit("pawn", Rule.EVERYBODY)]) == [
        "There is no address 'pawn' any more: take its Visit away."
    ]


def test_a_page_that_forgets_to_ask_is_found(world: World) -> None:
    findings = walk(world, Visit("forgets", EDIT_CLUB, arguments=the_club))

    uninvited = [seat for seat in Viewer if seat not in (Viewer.ADMINISTRATOR, Viewer.OWNER)]
    assert len(findings) == len(uninvited) == 7
    assert all(
        f"the {seat} may not come but does (200)" in finding
        for seat, finding in zip(uninvited, findings, strict=True)
    )


def test_a_form_that_asks_only_when_it_is_shown_is_found(world: World) -> None:
    shown = Visit("hasty", EDIT_CLUB, arguments=the_club)
    sent = Visit("hasty", EDIT_CLUB, "POST", arguments=the_club)

    assert walk(world, shown) == []
    assert undeclared_methods(world, [shown]) == ["hasty takes POST, and no Visit says who may do that"]
    assert undeclared_methods(world, [shown, sent]) == []
    assert len(walk(world, sent)) == 7


def test_a_page_that_refuses_those_who_may_is_found(world: World) -> None:
    findings = walk(world, Visit("strict", EDIT_CLUB, arguments=the_club))

    assert len(findings) == 1
    assert "the owner may come but is refused (404)" in findings[0]


def test_a_page_that_breaks_is_found_in_every_seat(world: World) -> None:
    findings = walk(world, Visit("broken", EDIT_CLUB, arguments=the_club))

    assert len(findings) == len(Viewer) == 9
    assert findings[0] == (
        "GET broken: 500 for the site administrator: the visit does not get as far as being asked"
    )


def test_a_policy_that_allows_inline_styles_is_found_in_every_seat(world: World) -> None:
    findings = walk(world, Visit("loose", Rule.EVERYBODY, arguments=the_club))

    assert len(findings) == len(Viewer) == 9
    assert findings[0] == (
        "GET loose: the site administrator gets an answer without a strict Content-Security-Policy"
    )
