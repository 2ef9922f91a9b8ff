"""What a user can mend, apart from programming errors."""


class Refused(Exception):
    """A service would not do it. The message is a sentence for the user: what is wrong and what to do."""
