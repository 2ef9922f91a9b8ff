"""One file with everything a site has: written while the site runs, restored on either database, and proven."""
