"""The panels of an account's page, which are for its owner alone."""

from typing import Final

from core.registry import Registry
from core.web.panels import PanelSource
from players.models import User

# Each app contributes its own.
ACCOUNT_PAGE: Final = Registry[PanelSource[User]]("panels of an account's page")
