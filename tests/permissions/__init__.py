"""The table of permissions, and every address visited in every seat."""
