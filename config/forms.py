"""How forms are rendered, and how much may be uploaded with one."""

import io
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"


class LimitedUploadHandler(FileUploadHandler):
    """Stands before the handlers that keep files, and counts all files of a request.

    The rest is read and dropped, for a browser shows no answer before it has sent everything. The form is handed an
    empty file that says how large it would have been, and refuses it with its own sentence.
    """

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self._received = 0
        self._is_too_large = False

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._is_too_large = False

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self._received += len(raw_data)
        if self._received > settings.GAMES_MOST_UPLOAD_BYTES and not self._is_too_large:
            self._is_too_large = True
            self._drop_what_was_kept()
        return None if self._is_too_large else raw_data

    def file_complete(self, file_size: int) -> "UploadedFile[bytes] | None":
        if not self._is_too_large:
            return None  # the next handler has kept it
        return UploadedFile(
            file=io.BytesIO(),
            name=self.file_name,
            content_type=self.content_type,
            size=max(file_size, settings.GAMES_MOST_UPLOAD_BYTES + 1),
            charset=self.charset,
        )

    def _drop_what_was_kept(self) -> None:
        for handler in self.request.upload_handlers if self.request else ():
            if handler is not self:
                handler.upload_interrupted()
