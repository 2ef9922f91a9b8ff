"""How often one address or one e-mail address may ask for something, counted in the cache."""

import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
HOUR = 60 * 60


@dataclass(frozen=True)
class RateLimit:
    """At most `times` in any one `period`; periods begin at fixed points of the clock."""

    name: str
    times: int
    period: int = HOUR

    def seconds_to_wait(self, subject: str) -> int:
        """Count one more request about the subject: 0 if it may be answered, else the seconds to wait.

        The limit guards against floods, nothing depends on it: a cache that is away lets everybody pass.
        """
        now = time.time()
        period_number = int(now // self.period)
        digest = hashlib.sha256(subject.encode(errors="replace")).hexdigest()[:32]
        key = f"rate-limit:{self.name}:{period_number}:{digest}"
        try:
            cache.add(key, 0, timeout=self.period)
            count = cache.incr(key)
        except ValueError:  # it ran out between the two calls: a new period has begun
            return 0
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be reached (%s): %s is not limited.", error, self.name)
            return 0
        return 0 if count <= self.times else int((period_number + 1) * self.period - now) + 1


def longest_wait(asked: Sequence[tuple[RateLimit, str]]) -> int:
    """Count a request against several limits at once; the seconds until all of them let it pass."""
    return max(limit.seconds_to_wait(subject) for limit, subject in asked)


def network_of(request: HttpRequest) -> str:
    """The visitor's address; of an IPv6 address the network's first, for one household owns 2⁶⁴ of them."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    try:
        long = IPv6Address(address)
    except AddressValueError:
        return address
    # A server that listens to both kinds writes the short ones this way, and they are not one household.
    return str(long.ipv4_mapped or IPv6Address(int(long) >> 64 << 64))
