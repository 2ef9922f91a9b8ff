"""Who meets whom: Swiss, round robin, knockout, Keizer, matches. Pure code over plain data."""
