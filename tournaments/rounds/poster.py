"""The QR code on the wall."""

import segno


def qr_code(address: str) -> str:
    """As SVG to stand in a page: no style attribute, and light behind it in a dark room too."""
    picture: str = segno.make(address, error="m", micro=False).svg_inline(
        scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return picture
