"""What the referee says about draws and the like, and what an arbiter says to that."""
