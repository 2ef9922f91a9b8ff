"""Amounts of money in the smallest unit of their currency, as people write them."""

from typing import Final

from django.utils.formats import number_format

# ISO 4217: all others have cents.
_DECIMALS: Final = {
    **dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}


def money(amount: int, currency: str) -> str:
    """`money(12050, "EUR")` is 120.50 EUR, in the reader's way of writing numbers."""
    decimals = _DECIMALS.get(currency.upper(), 2)
    whole, rest = divmod(amount, 10**decimals)
    text = f"{whole}.{rest:0{decimals}d}" if decimals else str(whole)
    written = number_format(text, decimal_pos=decimals, use_l10n=True, force_grouping=False)
    return f"{written} {currency}".strip()
