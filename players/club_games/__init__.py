"""Games without a referee: a club names them, and holds events and rating lists for them."""
