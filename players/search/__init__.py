"""Search across the site: sources through a registry, one page, suggestions while one types."""
