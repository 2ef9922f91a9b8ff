"""Tournaments: entries, rounds, pairings, results, standings."""
