"""The end of an event: the table is laid down, results go to the rating lists, and all of it can be taken back."""
