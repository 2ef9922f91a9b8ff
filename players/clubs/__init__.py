"""Clubs and their pages."""
