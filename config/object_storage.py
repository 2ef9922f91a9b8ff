"""Files in a bucket of an S3-compatible storage: pictures, exports, static files of all releases, backups.

Every node of a site on several machines finds them there. Without S3_BUCKET they lie in VAR_DIR.
"""

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Final, Self

from config.environment import ConfigurationError, Environment

# The names of Django's storages that lie in the bucket, and their folders there. Backups are apart from what visitors
# see; kept pictures can be drawn again, and a rule of the bucket may delete them.
FOLDERS: Final = {
    "default": "media",
    "pictures": "pictures",
    "exports": "exports",
    "releases": "static",
    "backups": "backups",
}


@dataclass(frozen=True)
class Bucket:
    name: str
    endpoint: str
    region: str
    access_key: str
    secret_key: str = field(repr=False)

    @classmethod
    def from_environment(cls, env: Environment) -> Self | None:
        """None if files stay on this machine."""
        name, endpoint = env.text("S3_BUCKET"), env.site("S3_ENDPOINT_URL")
        access_key, secret_key = env.text("S3_ACCESS_KEY"), env.text("S3_SECRET_KEY")
        if not name:
            if endpoint or access_key or secret_key:
                raise ConfigurationError(
                    "S3_BUCKET is not set: name the bucket, or leave out the other variables that begin with S3_."
                )
            return None
        if bool(access_key) != bool(secret_key):
            missing = "S3_SECRET_KEY" if access_key else "S3_ACCESS_KEY"
            raise ConfigurationError(
                f"{missing} is not set: a bucket takes S3_ACCESS_KEY and S3_SECRET_KEY, or neither of them "
                "where the machine itself has the right."
            )
        if find_spec("storages") is None:
            raise ConfigurationError(
                "S3_BUCKET is set, but what talks to a bucket is not installed. "
                "Type: python3 scripts/install.py server"
            )
        return cls(name, endpoint, env.text("S3_REGION"), access_key, secret_key)

    def storages(self) -> dict[str, dict[str, Any]]:
        """As Django's setting STORAGES wants them."""
        return {
            name: {
                "BACKEND": "config.bucket_storage.BucketStorage",
                "OPTIONS": {
                    "bucket_name": self.name,
                    "endpoint_url": self.endpoint or None,
                    "region_name": self.region or None,
                    "access_key": self.access_key or None,
                    "secret_key": self.secret_key or None,
                    "location": folder,
                },
            }
            for name, folder in FOLDERS.items()
        }
