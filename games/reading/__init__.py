"""Finding and reading games: lists, filters, pages, downloads."""
