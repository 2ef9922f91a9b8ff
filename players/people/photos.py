"""Photographs of people: whatever is sent becomes two small squares without anything else in them.

Pure code. The file is decoded and written anew, so that neither the place where it was taken nor anything hidden in it
is kept; what claims to be larger than a photograph is refused before it is decoded.
"""

import struct
import zlib
from io import BytesIO
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from players.errors import Refused

MOST_BYTES: Final = 10 * 1024 * 1024
MOST_PIXELS: Final = 50_000_000
FEWEST_PIXELS_A_SIDE: Final = 64
SIZES: Final = (96, 384)
FORMATS: Final = ("JPEG", "PNG", "WEBP")
CONTENT_TYPE: Final = "image/webp"

_PAPER: Final = (248, 242, 229)  # behind transparent pictures
_A_LITTLE_ABOVE_THE_MIDDLE: Final = (0.5, 0.4)  # where faces are
_BROKEN: Final = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    OverflowError,
    struct.error,
    zlib.error,
)


class PreparedPhoto(NamedTuple):
    """The squares by the length of their sides."""

    squares: dict[int, bytes]


def prepare_photo(data: bytes) -> PreparedPhoto:
    """Read a photograph and cut it to squares, or refuse it with a sentence for whoever sent it."""
    if len(data) > MOST_BYTES:
        raise Refused(
            _("The file has more than %(most)d megabytes. Please send a smaller one.")
            % {"most": MOST_BYTES // 1024 // 1024}
        )
    picture = _decoded(data)
    largest = ImageOps.fit(
        picture, (SIZES[-1], SIZES[-1]), Image.Resampling.LANCZOS, centering=_A_LITTLE_ABOVE_THE_MIDDLE
    )
    return PreparedPhoto({size: _encoded(largest, size) for size in SIZES})


def _decoded(data: bytes) -> Image.Image:
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check_size(*image.size)
            image.draft("RGB", (2 * SIZES[-1], 2 * SIZES[-1]))  # a JPEG need not be decoded in full
            image.load()
            return _on_paper(ImageOps.exif_transpose(image))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Refused(_("The picture has far too many pixels. Please make it smaller.")) from error
    except UnidentifiedImageError as error:
        raise Refused(_("This is no picture we can read. Please send a JPEG, PNG or WebP file.")) from error
    except _BROKEN as error:
        raise Refused(_("The picture is damaged or incomplete. Please send another one.")) from error


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise Refused(
            _("The picture has %(width)d × %(height)d pixels, which is too many. Please make it smaller.")
            % {"width": width, "height": height}
        )
    if min(width, height) < FEWEST_PIXELS_A_SIDE:
        raise Refused(
            _("The picture is too small: it needs at least %(least)d pixels on each side.")
            % {"least": FEWEST_PIXELS_A_SIDE}
        )


def _on_paper(image: Image.Image) -> Image.Image:
    if image.mode == "P" or "A" in image.getbands():
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, (*_PAPER, 255))
        image = Image.alpha_composite(ground, image)
    return image.convert("RGB")


def _encoded(square: Image.Image, size: int) -> bytes:
    file = BytesIO()
    square.resize((size, size), Image.Resampling.LANCZOS).save(file, "WEBP", quality=82)
    return file.getvalue()
