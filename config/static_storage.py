"""Static files with hashed names; our modules, which import each other, find each other under those names."""

from functools import cache
from typing import Any, ClassVar

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What is found, and what is written instead with the hashed name.
_IMPORT = (r"""(?P<matched>from\s*["'](?P<url>\./[^"']+)["'];)""", 'from "%(url)s";')


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """In `static/js/`, `import … from "./state.js"` is rewritten to the hashed name.

    Django's own switch for this would rewrite the files of all packages, and stumbles over some of them.
    """

    patterns: ClassVar = (*HashedFilesMixin.patterns, ("js/*.js", (_IMPORT,)))

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Every page asks for the same dozen addresses, and they change with the next start only.
        self.url = cache(super().url)
