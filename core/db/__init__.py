"""What goes beyond Django's own database layer."""
