"""Pictures to upload."""

from io import BytesIO

from PIL import Image


def picture(
    kind: str = "JPEG", size: tuple[int, int] = (200, 100), mode: str = "RGB", **options: object
) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "red" if mode == "RGB" else 128).save(file, kind, **options)
    return file.getvalue()
