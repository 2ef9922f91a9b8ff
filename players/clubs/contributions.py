"""What clubs add to the registries of the site, gathered for the app's start."""

from players.clubs import data_export, mails, sections

__all__ = ["data_export", "mails", "sections"]
