"""How often one address, account or e-mail address may ask for something, counted in the cache."""

import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
HOUR = 60 * 60
DAY = 24 * HOUR

# A household has 2⁶⁴ addresses at the least, often 256 times as many, and some providers give a customer a /48. Each
# wider network is counted as well, and may do this many times what one household may.
IPV6_SHARES: Final = {64: 1, 56: 2, 48: 8}


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
        key = self._key(subject)
        try:
            count = self._count(key)
        except (RedisError, OSError) as error:
            self._warn(error)
            return 0
        return 0 if count <= self.times else self._rest_of_period()

    def _count(self, key: str) -> int:
        """Asked most often about what is counted already, so that comes first."""
        try:
            return cache.incr(key)
        except ValueError:
            if cache.add(key, 1, timeout=self.period):
                return 1
        try:  # somebody else was faster
            return cache.incr(key)
        except ValueError:  # it ran out between the two calls: a new period has begun
            return 1

    def seconds_left(self, subject: str) -> int:
        """The same without counting: the seconds to wait if the limit is reached already."""
        try:
            count = cache.get(self._key(subject), 0)
        except (RedisError, OSError) as error:
            self._warn(error)
            return 0
        return 0 if count < self.times else self._rest_of_period()

    def forget(self, subject: str) -> None:
        """Begin again with nothing counted."""
        try:
            cache.delete(self._key(subject))
        except (RedisError, OSError) as error:
            self._warn(error)

    def _key(self, subject: str) -> str:
        digest = hashlib.sha256(subject.encode(errors="replace")).hexdigest()[:32]
        return f"rate-limit:{self.name}:{int(time.time() // self.period)}:{digest}"

    def _rest_of_period(self) -> int:
        return int(self.period - time.time() % self.period) + 1

    def _warn(self, error: Exception) -> None:
        logger.warning("The cache cannot be reached (%s): %s is not limited.", error, self.name)


class Counted(NamedTuple):
    """One subject and the limit that it is counted against."""

    limit: RateLimit
    subject: str


def longest_wait(asked: Sequence[tuple[RateLimit, str]]) -> int:
    """Count a request against several limits at once; the seconds until all of them let it pass."""
    return max(limit.seconds_to_wait(subject) for limit, subject in asked)


def longest_wait_left(asked: Sequence[tuple[RateLimit, str]]) -> int:
    """The same without counting."""
    return max(limit.seconds_left(subject) for limit, subject in asked)


def by_address(limit: RateLimit, request: HttpRequest, *, about: str = "") -> list[Counted]:
    """The limit for each network that the visitor's address lies in, wider ones with a larger allowance.

    `about` narrows the subject: failures for one name from one place, for example.
    """
    address = _visitor_address(request)
    suffix = f" {about}" if about else ""
    if not isinstance(address, IPv6Address):
        return [Counted(limit, f"{address}{suffix}")]
    return [
        Counted(
            limit if share == 1 else replace(limit, name=f"{limit.name}-{length}", times=limit.times * share),
            f"{_network(address, length)}{suffix}",
        )
        for length, share in IPV6_SHARES.items()
    ]


def network_of(request: HttpRequest) -> str:
    """The visitor's address; of an IPv6 address the network's first, for one household owns 2⁶⁴ of them."""
    address = _visitor_address(request)
    return _network(address, 64) if isinstance(address, IPv6Address) else str(address)


def _visitor_address(request: HttpRequest) -> IPv4Address | IPv6Address | str:
    """As text where a proxy wrote something that is no address."""
    written = str(request.META.get("REMOTE_ADDR") or "")
    try:
        address = ip_address(written)
    except ValueError:
        return written
    # A server that listens to both kinds writes the short ones the long way, and they are not one household.
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def _network(address: IPv6Address, length: int) -> str:
    return str(IPv6Network((int(address), length), strict=False).network_address)
