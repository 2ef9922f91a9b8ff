"""How often browsers may be added, and notifications be tried."""

from core.web.rate_limits import RateLimit

BROWSERS_BY_ACCOUNT = RateLimit("push-browsers-account", 30)
TRIALS_BY_ACCOUNT = RateLimit("push-trials-account", 20)
