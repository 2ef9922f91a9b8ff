"""Putting records in: from what somebody sent to games or errors."""
