"""Who may see a game: what was wished, what its event says, and saying it anew."""
