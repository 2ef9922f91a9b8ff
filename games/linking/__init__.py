"""Which people the names in records stand for: exact matches at once, everything else by somebody's word."""
