"""Adjudication: what the rules and the event's regulations say about a position or a record, with proof."""
