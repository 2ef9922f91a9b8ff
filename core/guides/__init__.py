"""The guides of docs/ as pages of the site: help for its readers, and the rules of the games."""
