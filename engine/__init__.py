"""The referee: rules, records and adjudication of board games, in pure Python.

Importing this package costs nothing; each game is loaded when it is first asked for::

    from engine import barragoon
    game = barragoon.Game()
"""

__version__ = "0.1.0"
