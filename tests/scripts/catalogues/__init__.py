"""The catalogues of the site's languages."""
