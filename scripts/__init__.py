"""What the Makefile starts: installing, serving, checking."""
