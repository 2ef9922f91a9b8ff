"""What the tests ask of a board in the browser."""

import re

from playwright.sync_api import Page, expect


def at(page: Page, ply: int, line: int = 0) -> None:
    """The page shows this place: in the address, in the move list and on the board's buttons."""
    query = rf"\?{f'line={line}&' if line else ''}ply={ply}(&|$)"
    expect(page).to_have_url(re.compile(query))
    if ply:
        expect(page.locator(f'[data-line="{line}"] > [data-ply="{ply}"]')).to_have_attribute(
            "aria-current", "true"
        )


def piece_at(page: Page, x: int, y: int) -> str | None:
    return page.locator(f'[data-layer="pieces"] use[x="{x}"][y="{y}"]').first.get_attribute("href")


def click_square(page: Page, file: int, row: int, *, tap: bool = False) -> None:
    """Counted from the upper left corner of a board of Barragoon."""
    box = page.locator("[data-picture] svg").bounding_box()
    assert box
    scale = box["width"] / 754
    position = {"x": (50 + file * 100 + 50) * scale, "y": (4 + row * 100 + 50) * scale}
    picture = page.locator("[data-picture] svg")
    if tap:
        picture.tap(position=position)  # type: ignore[arg-type]
    else:
        picture.click(position=position)  # type: ignore[arg-type]
