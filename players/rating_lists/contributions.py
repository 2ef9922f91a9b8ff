"""What rating lists add to the registries of the site, gathered for the app's start."""

from players.rating_lists import data_export, merging, policies, recomputation, sections

__all__ = ["data_export", "merging", "policies", "recomputation", "sections"]
