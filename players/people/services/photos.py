"""Photographs of people: whatever is sent becomes two small squares, kept as files that only a view gives out."""

import hashlib
import struct
import threading
import zlib
from io import BytesIO
from typing import Final, NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from audit import services as audit
from audit.changes import REDACTED
from core.errors import Refused, TooManyRequests
from players import audit_actions
from players.models import Person, User
from players.people.services.people import lock_unmerged_person

MAX_PHOTO_BYTES: Final = 10 * 1024 * 1024
MAX_PIXELS: Final = 24_000_000
MIN_SIDE_PIXELS: Final = 64
PHOTO_SIZES: Final = (96, 384)
PHOTO_FORMATS: Final = ("JPEG", "PNG", "WEBP")
PHOTO_CONTENT_TYPE: Final = "image/webp"
# A picture of that size takes up to 400 MB while it is read: one at a time in each process.
_ONE_AT_A_TIME: Final = threading.Lock()
_SECONDS_TO_WAIT: Final = 10
_STRIP_ROWS: Final = 32
_ORIENTATION: Final = 0x0112
_BACKGROUND: Final = (248, 242, 229)  # behind transparent pictures
_CROP_CENTRE: Final = (0.5, 0.4)  # where faces are

_DECODING_ERRORS: Final = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    OverflowError,
    struct.error,
    zlib.error,
)

_FOLDER: Final = "people"


class PreparedPhoto(NamedTuple):
    """The squares by the length of their sides."""

    squares: dict[int, bytes]


def prepare_photo(data: bytes) -> PreparedPhoto:
    """Read a photograph and cut it to squares, or refuse it with a sentence for the sender."""
    if len(data) > MAX_PHOTO_BYTES:
        raise Refused(
            _("At most %(max)d megabytes. Please send a smaller file.")
            % {"max": MAX_PHOTO_BYTES // 1024 // 1024}
        )
    if not _ONE_AT_A_TIME.acquire(timeout=_SECONDS_TO_WAIT):
        raise TooManyRequests(_("Many photos are being sent at once. Please try again in a minute."), 60)
    try:
        picture = _decode(data)
    finally:
        _ONE_AT_A_TIME.release()
    largest = ImageOps.fit(
        picture, (PHOTO_SIZES[-1], PHOTO_SIZES[-1]), Image.Resampling.LANCZOS, centering=_CROP_CENTRE
    )
    return PreparedPhoto({size: _encode(largest, size) for size in PHOTO_SIZES})


def _decode(data: bytes) -> Image.Image:
    """Read the size first, then the pixels, of a JPEG only as many as are needed; of an animation the first picture."""
    try:
        if webp_size := _webp_size(data):
            _check_size(*webp_size)  # Pillow makes room for all pixels when it opens one
        with Image.open(BytesIO(data), formats=PHOTO_FORMATS) as image:
            _check_size(*image.size)
            image.draft("RGB", (2 * PHOTO_SIZES[-1], 2 * PHOTO_SIZES[-1]))
            image.load()
            return _turned(_shrunk(image), image.getexif().get(_ORIENTATION, 1))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Refused(_("The picture has far too many pixels. Please make it smaller.")) from error
    except UnidentifiedImageError as error:
        raise Refused(
            _("This is not a picture we can read. Please send a JPEG, PNG or WebP file.")
        ) from error
    except _DECODING_ERRORS as error:
        raise Refused(_("The picture is damaged or incomplete. Please send another one.")) from error


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise Refused(
            _("The picture has %(width)d × %(height)d pixels, which is too many. Please make it smaller.")
            % {"width": width, "height": height}
        )
    if min(width, height) < MIN_SIDE_PIXELS:
        raise Refused(
            _("The picture is too small: it needs at least %(least)d pixels on each side.")
            % {"least": MIN_SIDE_PIXELS}
        )


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """Of the canvas, as the first chunk says it; None if this is no WebP."""
    if len(data) < 30 or data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
    return None


def _shrunk(image: Image.Image) -> Image.Image:
    """On the background and not much larger than needed, in strips: no second picture of full size is made."""
    factor = max(1, min(image.size) // (2 * PHOTO_SIZES[-1]))
    width, height = image.size
    small = Image.new("RGB", (-(-width // factor), -(-height // factor)))
    rows = _STRIP_ROWS * factor
    for top in range(0, height, rows):
        strip = _on_background(image.crop((0, top, width, min(top + rows, height))))
        small.paste(strip.reduce(factor), (0, top // factor))
    return small


def _turned(picture: Image.Image, orientation: int) -> Image.Image:
    picture.getexif()[_ORIENTATION] = orientation
    return ImageOps.exif_transpose(picture)


def _on_background(image: Image.Image) -> Image.Image:
    if image.mode == "P" or "A" in image.getbands():
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, (*_BACKGROUND, 255))
        image = Image.alpha_composite(ground, image)
    return image.convert("RGB")


def _encode(square: Image.Image, size: int) -> bytes:
    file = BytesIO()
    square.resize((size, size), Image.Resampling.LANCZOS).save(file, "WEBP", quality=82)
    return file.getvalue()


def photo_key(photo: PreparedPhoto, *, person: int) -> str:
    """The person is part of it: two people never share a file, so that one can remove theirs."""
    digest = hashlib.sha256(f"person {person}\n".encode())
    for size in PHOTO_SIZES:
        digest.update(photo.squares[size])
    return digest.hexdigest()


def store_photo(photo: PreparedPhoto, key: str) -> None:
    for size, content in photo.squares.items():
        path = _photo_path(key, size)
        if default_storage.exists(path):
            if default_storage.size(path) == len(content):
                continue
            default_storage.delete(path)  # half of it: the disk was full, or whoever wrote it was killed
        default_storage.save(path, ContentFile(content))


def read_photo(key: str, size: int) -> bytes | None:
    try:
        with default_storage.open(_photo_path(key, size)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def delete_photo_files(key: str) -> None:
    for size in PHOTO_SIZES:
        default_storage.delete(_photo_path(key, size))


def _photo_path(key: str, size: int) -> str:
    return f"{_FOLDER}/{key[:2]}/{key}-{size}.webp"


def set_photo(*, actor: User | None, person: Person, data: bytes) -> Person:
    """Read what was sent and keep it as the person's photo, in place of the one before."""
    photo = prepare_photo(data)  # takes a while, and needs no transaction
    return _replace_photo(actor, person, photo)


def remove_photo(*, actor: User | None, person: Person) -> Person:
    return _replace_photo(actor, person, None)


@transaction.atomic
def _replace_photo(actor: User | None, person: Person, photo: PreparedPhoto | None) -> Person:
    person = lock_unmerged_person(person)
    before, after = person.photo, photo_key(photo, person=person.pk) if photo else ""
    if before == after:
        return person
    if photo:
        store_photo(photo, after)
    person.photo = after
    person.save(update_fields=["photo"])
    audit.record(
        actor=actor,
        action=audit_actions.PHOTO_CHANGED if after else audit_actions.PHOTO_REMOVED,
        target=person,
        before={"photo": REDACTED if before else ""},
        after={"photo": REDACTED if after else ""},
    )
    if before:
        # The row no longer names them: a storage that is away must not make of this an error.
        transaction.on_commit(lambda: delete_photo_files(before), robust=True)
    return person
