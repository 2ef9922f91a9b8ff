"""Search across the site: each app adds its sources."""
