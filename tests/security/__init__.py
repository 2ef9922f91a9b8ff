"""Attackers with accounts, a club, tokens and files, beside honest clubs: what they must never gain or change."""
