"""WCAG 2.2 AA by axe-core, at 360 and 1280 pixels, light and dark; and no sideways scrolling."""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from django.conf import LazySettings
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import ViewportSize

from tests.browser.conftest import DESK, PHONE, OpenBrowser, sign_in
from tests.templates.inventory import PAGES, Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Those of the rules that look at colours: the night changes nothing else.
ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]
RUN_AXE = """async (rules) => (
  await axe.run({ runOnly: rules, resultTypes: ["violations"], preload: false })
).violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`)"""


def pages_at_a_time(*, signed_in: bool, at_most: int = 25) -> list[list[Page]]:
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
        page.goto(target.path)
        found[target.name] = _violations(page, by_night=[PHONE, DESK][number % 2])
    return found


def violations_everywhere(page: BrowserPage) -> list[str]:
    """What axe finds, and pages wider than the screen, on phone and desk, by day and by night."""
    page.evaluate(AXE_SCRIPT)
    return _violations(page, by_night=None)


def _violations(page: BrowserPage, *, by_night: ViewportSize | None) -> list[str]:
    """By night on one of both screens, or on both: what differs there are colours, which all pages have in common."""
    found = []
    for viewport in (PHONE, DESK):
        page.set_viewport_size(viewport)
        schemes = {"light": TAGS} | ({"dark": ABOUT_COLOURS} if by_night in (None, viewport) else {})
        for scheme, rules in schemes.items():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            violations = page.evaluate(RUN_AXE, rules)
            found += [f"{viewport['width']} {scheme}: {violation}" for violation in violations]
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > viewport["width"]:
            found.append(f"{viewport['width']}: the page is {width} pixels wide")
    return found
