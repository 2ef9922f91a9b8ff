"""People: entering them, finding them, and who may do it."""
