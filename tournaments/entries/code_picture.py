"""The QR code with which a player checks in."""

import segno

from tournaments.entries.mails import check_in_address
from tournaments.models import Entry


def picture_of(entry: Entry) -> str:
    """SVG to stand in a page: no style attribute, and light behind it in a dark room too."""
    picture: str = segno.make(check_in_address(entry), error="m", micro=False).svg_inline(
        scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return picture
