"""Wrong usage of the command line, which ends the program with status 2."""


class WrongUsage(Exception):
    """What is wrong with the arguments, in one sentence."""
