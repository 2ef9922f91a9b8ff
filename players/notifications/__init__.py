"""What accounts are told on their screens and in their own feed, and which of it they want by which way."""
