"""What is believed of zip files: how their members may be packed, and the errors of broken ones."""

import struct
import zipfile
import zlib
from typing import Final

# Other methods than these two can claim gigabytes of memory for a few bytes.
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 1

# What opening and reading a broken zip file raises, beside OSError.
ZIP_ERRORS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


def has_known_method(member: zipfile.ZipInfo) -> bool:
    return member.compress_type in _METHODS


def is_encrypted(member: zipfile.ZipInfo) -> bool:
    return bool(member.flag_bits & _ENCRYPTED)
