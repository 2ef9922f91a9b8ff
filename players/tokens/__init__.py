"""API tokens: making, showing, using and revoking them."""
