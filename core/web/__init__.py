"""What pages of all apps are built on."""
