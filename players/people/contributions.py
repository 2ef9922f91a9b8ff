"""What people and the search add to the registries of the site, gathered for the app's start."""

from players.people import data_export, import_entering, import_reading, merge_section, movers
from players.search import sources

__all__ = ["data_export", "import_entering", "import_reading", "merge_section", "movers", "sources"]
