"""What the app announces of games. Receivers run in the same transaction and may be called again for the same games."""

from typing import Final

from django.dispatch import Signal

# With `upload` and `games`: the ids, at least one, of the games that its records have become, or were before. Small
# uploads of one sender that say the same of their games come together: `uploads` are the ids of all of them.
games_arrived: Final = Signal()

# With `games`, ids: other people play in them, or others may see them.
games_changed: Final = Signal()

# With `adjudication`: an arbiter has confirmed or overruled the verdict of the referee.
verdict_decided: Final = Signal()
