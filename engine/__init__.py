"""The referee: rules, records and adjudication of board games, in pure Python.

Importing this package costs nothing; each game is loaded when it is first asked for::

    from engine import barragoon
    game = barragoon.Game()
"""

# The referee's own version, kept with each game and verdict. It changes only when he may judge otherwise than before:
# then every stored game is adjudicated again. Releases are counted in pyproject.toml.
__version__ = "0.1.0"

if __name__ == "engine":  # in the checkout and in the site's wheel; alone it is `kiebitz_engine`
    from pathlib import Path

    from .compiled_twin import use_compiled_twin

    use_compiled_twin(__name__, Path(__file__).parent)
