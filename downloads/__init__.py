"""Files for people to take away, written while they are read, however long they are."""
