"""WCAG 2.2 AA by axe-core, at 360 and 1280 pixels, light and dark; and no sideways scrolling."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT
from django.conf import LazySettings
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import ViewportSize

from players.models import User
from tests.browser.pages import AGNES, DESK, PHONE, OpenBrowser, sign_in
from tests.templates.inventory import PAGES, Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Those of the rules that look at colours: the night changes nothing else.
ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]


class Look(NamedTuple):
    viewport: ViewportSize
    scheme: Literal["light", "dark"]
    rules: list[str]


EVERYWHERE = (
    Look(PHONE, "light", TAGS),
    Look(PHONE, "dark", ABOUT_COLOURS),
    Look(DESK, "light", TAGS),
    Look(DESK, "dark", ABOUT_COLOURS),
)
# A look takes axe as long as everything else about a page: each page is looked at in one of these ways, the next page
# in the next way; that it fits is seen on both screens. The style guide, which shows all there is, is looked at in all.
IN_TURN = (
    Look(PHONE, "light", TAGS),
    Look(DESK, "dark", TAGS),
    Look(PHONE, "dark", TAGS),
    Look(DESK, "light", TAGS),
)
RUN_AXE = """async (runOnly) => (
  await axe.run({ runOnly, resultTypes: ["violations"], preload: false })
).violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`)"""


def pages_at_a_time(*, signed_in: bool, at_most: int = 40) -> list[list[Page]]:
    """Pages that are looked at in the same way, some at a time: furnishing the site takes longer than looking."""
    pages = [page for page in PAGES if page.signed_in == signed_in]
    ways = dict.fromkeys((page.debug, page.broken) for page in pages)
    alike = [[page for page in pages if (page.debug, page.broken) == way] for way in ways]
    return [group[start : start + at_most] for group in alike for start in range(0, len(group), at_most)]


def name_of(pages: Sequence[Page]) -> str:
    return f"{pages[0].name} to {pages[-1].name}"


def violations_on(
    pages: Sequence[Page], *, open_browser: OpenBrowser, settings: LazySettings
) -> dict[str, list[str]]:
    """By the pages' names; the site is furnished."""
    settings.DEBUG = pages[0].debug
    if pages[0].broken:
        settings.ROOT_URLCONF = "tests.templates.broken_site"
    page = open_browser(expected=tuple(target.status for target in pages if target.status != 200))
    page.add_init_script(AXE_SCRIPT)
    if pages[0].signed_in:
        sign_in(page)
    found = {}
    for number, target in enumerate(pages):
        if target.signed_in:
            User.objects.filter(email=AGNES).update(is_staff=target.administrator)
        page.goto(target.path)
        looks = EVERYWHERE if target.name == "style guide" else (IN_TURN[number % len(IN_TURN)],)
        found[target.name] = _violations(page, looks) + _wider_than(page, PHONE, DESK)
    return found


def violations_by_day_and_night(page: BrowserPage) -> list[str]:
    """What axe finds on the phone by day and on the desk by night, and whether the page is wider than either."""
    page.evaluate(AXE_SCRIPT)
    return _violations(page, (IN_TURN[0], IN_TURN[1])) + _wider_than(page, PHONE, DESK)


def _violations(page: BrowserPage, looks: Sequence[Look]) -> list[str]:
    found = []
    for look in looks:
        page.set_viewport_size(look.viewport)
        page.emulate_media(color_scheme=look.scheme)
        violations = page.evaluate(RUN_AXE, look.rules)
        found += [f"{look.viewport['width']} {look.scheme}: {violation}" for violation in violations]
    return found


def _wider_than(page: BrowserPage, *screens: ViewportSize) -> list[str]:
    found = []
    for screen in screens:
        page.set_viewport_size(screen)
        takes = page.evaluate("document.documentElement.scrollWidth")
        if takes > screen["width"]:
            found.append(f"{screen['width']}: the page is {takes} pixels wide")
    return found
