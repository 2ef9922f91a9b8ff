"""People, clubs, membership and accounts."""
