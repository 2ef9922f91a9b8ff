"""Signing up and in, passwords, and what an account's owner may do with it."""
