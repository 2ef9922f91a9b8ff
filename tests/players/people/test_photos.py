"""Photographs: what is accepted, what is kept of it, and who sees it."""

import os
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageFile

from audit.selectors import history_of
from core.errors import Refused
from core.web.rate_limits import RateLimit
from players.people import policies
from players.people.services import photos
from players.people.services.people import edit_person
from players.people.services.photos import prepare_photo, remove_photo, set_photo
from tests.jobs.processes import ROOT
from tests.markup import compact
from tests.players.circle import Circle
from tests.players.people.pictures import picture


def square(data: bytes, size: int = 384) -> Image.Image:
    return Image.open(BytesIO(prepare_photo(data).squares[size]))


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "RGBA"), ("PNG", "P"), ("PNG", "I;16"), ("WEBP", "RGB")],
)
def test_pictures_of_every_usual_kind_become_two_squares(kind: str, mode: str) -> None:
    file = BytesIO()
    Image.new(mode, (300, 200)).save(file, kind)

    prepared = prepare_photo(file.getvalue())

    found = {size: Image.open(BytesIO(data)) for size, data in prepared.squares.items()}
    assert {size: (image.size, image.format, image.mode) for size, image in found.items()} == {
        96: ((96, 96), "WEBP", "RGB"),
        384: ((384, 384), "WEBP", "RGB"),
    }


def test_what_the_camera_wrote_down_is_not_kept() -> None:
    image = Image.new("RGB", (200, 200))
    exif = image.getexif()
    exif[0x010E] = "at home, Lapwing Lane 7"
    exif.get_ifd(0x8825)[1] = "N"
    file = BytesIO()
    image.save(file, "JPEG", exif=exif, comment=b"Lapwing Lane")
    assert b"Lapwing Lane" in file.getvalue()

    prepared = prepare_photo(file.getvalue())

    for data in prepared.squares.values():
        assert b"Lapwing Lane" not in data
        assert dict(Image.open(BytesIO(data)).getexif()) == {}


def test_a_picture_taken_sideways_is_turned() -> None:
    image = Image.new("RGB", (200, 200), "red")
    image.paste("blue", (0, 0, 200, 60))
    exif = image.getexif()
    exif[0x0112] = 6  # turn it by a quarter
    file = BytesIO()
    image.save(file, "JPEG", exif=exif)

    red, _green, blue = square(file.getvalue()).getpixel((370, 192))  # type: ignore[misc]

    assert blue > 200 > 60 > red


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not a picture we can read"),
        (b"GIF89a", "This is not a picture we can read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is not a picture we can read"),
        (picture()[:300], "damaged or incomplete"),
        (picture("PNG")[:60], "damaged or incomplete"),
        (picture(size=(63, 500)), "at least 64 pixels"),
        (b"x" * (photos.MAX_PHOTO_BYTES + 1), "At most 10 megabytes"),
    ],
)
def test_what_is_no_photograph_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        prepare_photo(data)


@pytest.mark.parametrize("size", [(8_000, 7_000), (10_000, 9_000), (40_000, 30_000)])
def test_a_small_file_that_would_unfold_to_a_huge_picture_is_refused(size: tuple[int, int]) -> None:
    """A header that promises this much is enough: nothing of it is decoded."""
    data = bytearray(picture("PNG", (64, 64)))
    data[16:24] = size[0].to_bytes(4, "big") + size[1].to_bytes(4, "big")
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")

    with pytest.raises(
        Refused, match=r"too many\. Please make it smaller\.|too many pixels\. Please make it smaller\."
    ):
        prepare_photo(bytes(data))


LARGEST = (6_000, 4_000)
MEASURE = """
import resource, sys
from pathlib import Path
import django
django.setup()
from players.people.services.photos import prepare_photo
data = Path(sys.argv[1]).read_bytes()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
prepare_photo(data)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize(
    ("kind", "mode", "most"),
    [("JPEG", "RGB", 20), ("PNG", "RGBA", 150), ("PNG", "P", 60), ("WEBP", "RGBA", 450)],
)
def test_the_largest_picture_is_read_with_bounded_memory(
    tmp_path: Path, kind: str, mode: str, most: int
) -> None:
    file = tmp_path / "largest"
    Image.new(mode, LARGEST).save(file, kind)

    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(file)],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )

    assert int(done.stdout) / 1024 < most


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {}),
        ("PNG", {}),
        ("WEBP", {"lossless": True}),
        ("WEBP", {"lossless": False}),
        ("WEBP", {"exif": b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"}),
        ("WEBP", {"save_all": True}),
        ("PNG", {"save_all": True}),
    ],
)
def test_more_than_24_megapixels_are_refused_before_they_are_read(
    monkeypatch: pytest.MonkeyPatch, kind: str, options: dict[str, Any]
) -> None:
    """Of any format, still or moving; the limit is lowered, so that the test need not make such a picture."""
    assert photos.MAX_PIXELS == 24_000_000
    allowed, too_large = (_sent(kind, (100, side), options) for side in (100, 101))
    monkeypatch.setattr(photos, "MAX_PIXELS", 10_000)
    assert prepare_photo(allowed)
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda image: pytest.fail("it was read"))

    with pytest.raises(Refused, match="100 × 101 pixels"):
        prepare_photo(too_large)


def _sent(kind: str, size: tuple[int, int], options: dict[str, Any]) -> bytes:
    if options.get("save_all"):
        options = options | {"append_images": [Image.new("RGB", size, "blue")]}
    return picture(kind, size, **options)


def test_room_for_a_webp_is_made_only_when_its_size_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reader takes memory for the whole canvas as soon as it is opened."""
    data = bytearray(picture("WEBP", (100, 100), exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"))
    assert data[12:16] == b"VP8X"
    data[24:30] = (16_382).to_bytes(3, "little") * 2
    monkeypatch.setattr(photos.Image, "open", lambda *args, **kwargs: pytest.fail("it was opened"))

    with pytest.raises(Refused, match="16383 × 16383 pixels"):
        prepare_photo(bytes(data))


def test_photos_are_limited_by_account_and_by_address(
    signed_in: Client, circle: Circle, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "PHOTOS_BY_ACCOUNT", RateLimit("photos-account", 2))
    address = reverse("change-photo", args=[circle.listed.pk])

    def send() -> int:
        return signed_in.post(address, {"photo": SimpleUploadedFile("me.png", b"none")}).status_code

    assert [send() for _ in range(3)] == [200, 200, 429]
    monkeypatch.setattr(policies, "PHOTOS_BY_ACCOUNT", RateLimit("photos-other", 9))
    monkeypatch.setattr(policies, "PHOTOS_BY_ADDRESS", RateLimit("photos-address", 3))
    assert send() == 429


def files_in(folder: Path) -> int:
    return sum(path.is_file() for path in folder.rglob("*"))


def test_a_photo_is_kept_replaced_and_removed(
    circle: Circle, media: Path, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        person = set_photo(actor=circle.organiser, person=circle.listed, data=picture())
    first = person.photo
    assert (len(first), files_in(media)) == (64, 2)

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        person = set_photo(actor=circle.organiser, person=person, data=picture(mode="L"))
    assert (person.photo != first, files_in(media)) == (True, 2)

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        person = remove_photo(actor=circle.organiser, person=person)

    assert (person.photo, files_in(media)) == ("", 0)
    assert [str(entry) for entry in history_of(person)[:3]] == [
        "Organiser removed the photo of Jan Pijl",
        "Organiser gave Jan Pijl a photo",
        "Organiser gave Jan Pijl a photo",
    ]


def test_a_file_that_was_half_written_is_written_again(circle: Circle, media: Path) -> None:
    photo = prepare_photo(picture())
    key = photos.photo_key(photo, person=circle.listed.pk)
    half = media / "people" / key[:2] / f"{key}-96.webp"
    half.parent.mkdir(parents=True)
    half.write_bytes(photo.squares[96][:10])

    set_photo(actor=circle.organiser, person=circle.listed, data=picture())

    assert [photos.read_photo(key, size) for size in photo.squares] == list(photo.squares.values())
    assert files_in(media) == 2


def test_a_full_disk_asks_to_come_again_and_changes_nothing(
    signed_in: Client, circle: Circle, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "store_photo", lambda photo, key: Path("/dev/full").write_bytes(key.encode()))
    signed_in.raise_request_exception = False

    answer = signed_in.post(
        reverse("change-photo", args=[circle.listed.pk]),
        {"photo": SimpleUploadedFile("me.png", picture("PNG"))},
    )

    circle.listed.refresh_from_db()
    assert (answer.status_code, answer["Retry-After"], circle.listed.photo) == (503, "10", "")


def test_a_photo_is_seen_when_the_person_says_so(client: Client, circle: Circle, media: Path) -> None:
    person = edit_person(actor=None, person=circle.person_of_member, listed=True)
    set_photo(actor=None, person=person, data=picture())
    address = reverse("photo", args=[person.pk, 384])
    for seat, status in (("member", 200), ("organiser", 404), ("stranger", 404)):
        client.force_login(getattr(circle, seat))
        assert client.get(address).status_code == status

    edit_person(actor=None, person=person, shows_photo=True)

    client.logout()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
        200, "image/webp", "private, no-cache",
    )  # fmt: skip
    assert client.get(reverse("photo", args=[person.pk, 385])).status_code == 404
    assert f'<img src="{address}"' in compact(client.get(person.get_absolute_url()))


def test_a_photo_of_somebody_unlisted_is_not_found_by_strangers(
    client: Client, circle: Circle, media: Path
) -> None:
    set_photo(actor=None, person=circle.unlisted, data=picture())
    edit_person(actor=None, person=circle.unlisted, shows_photo=True)

    assert client.get(reverse("photo", args=[circle.unlisted.pk, 96])).status_code == 404


def test_a_photo_is_uploaded_and_removed_on_the_page(signed_in: Client, circle: Circle, media: Path) -> None:
    address = reverse("change-photo", args=[circle.listed.pk])

    answer = signed_in.post(
        address, {"photo": SimpleUploadedFile("me.png", picture("PNG")), "shows_photo": "on"}
    )

    circle.listed.refresh_from_db()
    assert answer["Location"] == circle.listed.get_absolute_url()
    assert (len(circle.listed.photo), circle.listed.shows_photo) == (64, True)
    signed_in.post(reverse("remove-photo", args=[circle.listed.pk]))
    circle.listed.refresh_from_db()
    assert circle.listed.photo == ""


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no picture", "This is not a picture we can read"),
        (b"", "The submitted file is empty."),
        (None, "required"),
    ],
)
def test_a_bad_upload_is_told_on_the_page(
    signed_in: Client, circle: Circle, media: Path, content: bytes | None, sentence: str
) -> None:
    files = {"photo": SimpleUploadedFile("me.png", content)} if content is not None else {"shows_photo": "on"}

    answer = signed_in.post(reverse("change-photo", args=[circle.listed.pk]), files)

    assert answer.status_code == 200
    assert sentence in answer.content.decode()
