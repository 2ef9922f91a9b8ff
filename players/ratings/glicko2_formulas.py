"""Glickman's formulas for Glicko-2, on his internal scale (μ, φ, σ).

After M. E. Glickman, "Example of the Glicko-2 system" (2013, revised 2022); the step numbers are his.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

SCALE = 173.7178
"""Points of the shown scale in one unit of the internal scale."""

_THREE_OVER_PI_SQUARED = 3.0 / (pi * pi)


def attenuation(phi: float) -> float:
    """g(φ), step 3: how much a result against an opponent with this deviation tells."""
    return 1.0 / sqrt(1.0 + _THREE_OVER_PI_SQUARED * phi * phi)


def new_volatility(
    phi: float, sigma: float, variance: float, improvement: float, tau: float, tolerance: float
) -> float:
    """σ′, step 5: the root of f, found by regula falsi with the Illinois modification."""
    spread = phi * phi + variance
    surplus = improvement * improvement - spread
    sigma_squared = sigma * sigma
    a = log(sigma_squared)
    pull = 1.0 / (tau * tau)

    def f(x: float) -> float:
        ex = exp(x)
        width = spread + ex
        return ex * (surplus - ex) / (2.0 * width * width) - pull * (x - a)

    # Glickman's A and B: the root lies between them; `latest` is the newer estimate, on either side of it.
    kept = a
    f_kept = sigma_squared * (surplus - sigma_squared) / (2.0 * (spread + sigma_squared) ** 2)
    latest = log(surplus) if surplus > 0.0 else a - tau
    f_latest = f(latest)
    while surplus <= 0.0 and f_latest < 0.0:
        latest -= tau
        f_latest = f(latest)
    while not -tolerance <= latest - kept <= tolerance:
        between = kept + (kept - latest) * f_kept / (f_latest - f_kept)
        f_between = f(between)
        if f_between * f_latest <= 0.0:
            kept, f_kept = latest, f_latest
        else:
            f_kept *= 0.5
        latest, f_latest = between, f_between
    return exp(0.5 * kept)
