"""django-storages' bucket, whose errors are those of files: nothing else in the site knows its library."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile, File
from storages.backends.s3 import S3Storage

from core.errors import StorageUnavailable

CONNECT_TIMEOUT: Final = 3
READ_TIMEOUT: Final = 10
MAX_ATTEMPTS: Final = 2
NOT_FOUND: Final = 404


class BucketStorage(S3Storage):  # type: ignore[misc]
    """What is stored again under the same name replaces what was there: names say what they hold."""

    def __init__(self, **options: Any) -> None:
        # Servers that stand at an address of their own have no host name for each bucket, and not all of them know
        # the checksums that the library would send since 2025.
        style = "path" if options.get("endpoint_url") else "auto"
        config = Config(
            s3={"addressing_style": style},
            signature_version="s3v4",
            connect_timeout=CONNECT_TIMEOUT,
            read_timeout=READ_TIMEOUT,
            retries={"mode": "standard", "total_max_attempts": MAX_ATTEMPTS},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        fixed = {
            "client_config": config,
            "file_overwrite": True,
            "default_acl": None,
            "querystring_auth": True,
        }
        super().__init__(**fixed | options)

    def read_bytes(self, name: str) -> bytes:
        """A whole file that is not large, in one question. FileNotFoundError if there is none."""
        key = self._normalize_name(name)
        with _errors_of_files(name):
            answer = self.connection.meta.client.get_object(Bucket=self.bucket_name, Key=key)
            return bytes(answer["Body"].read())

    def open(self, name: str, mode: str = "rb") -> File[bytes]:
        """Reading fetches the whole file at once: the site keeps small ones there. Backups stream."""
        if mode == "rb":
            return ContentFile(self.read_bytes(name), name=name)
        with _errors_of_files(name):
            opened: File[bytes] = super().open(name, mode)
            return opened

    def open_stream(self, name: str) -> Any:
        """For large files: an object with `read(size)` and `close()` that fetches while it is read."""
        with _errors_of_files(name):
            answer = self.connection.meta.client.get_object(
                Bucket=self.bucket_name, Key=self._normalize_name(name)
            )
            return answer["Body"]

    def _save(self, name: str, content: Any) -> str:
        with _errors_of_files(name):
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with _errors_of_files(name):
            super().delete(name)

    def exists(self, name: str) -> bool:
        with _errors_of_files(name):
            return bool(super().exists(name))

    def size(self, name: str) -> int:
        with _errors_of_files(name):
            return int(super().size(name))

    def get_modified_time(self, name: str) -> Any:
        with _errors_of_files(name):
            return super().get_modified_time(name)

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        with _errors_of_files(path):
            folders, files = super().listdir(path)
            return folders, files

    def files(self) -> dict[str, datetime]:
        """The names of all files, in all folders below, and when each was stored."""
        found: dict[str, datetime] = {}
        prefix = self._normalize_name("")
        with _errors_of_files(prefix):
            pages = self.connection.meta.client.get_paginator("list_objects_v2")
            for page in pages.paginate(Bucket=self.bucket_name, Prefix=prefix):
                for entry in page.get("Contents", ()):
                    found[entry["Key"].removeprefix(prefix).lstrip("/")] = entry["LastModified"]
        return found


@contextmanager
def _errors_of_files(name: str) -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == NOT_FOUND:
            raise FileNotFoundError(f"There is no {name} in the bucket.") from error
        raise StorageUnavailable(f"The bucket refuses: {error}") from error
    except (BotoCoreError, Boto3Error) as error:
        raise StorageUnavailable(f"The bucket cannot be reached: {error}") from error
