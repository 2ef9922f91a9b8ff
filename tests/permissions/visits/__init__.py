"""Every address of the site with what it asks: one file for each part, each with a tuple VISITS."""

import pkgutil
from importlib import import_module

from tests.permissions.declarations import Visit

PARTS = {
    module.name: import_module(f"{__name__}.{module.name}").VISITS
    for module in pkgutil.iter_modules(__path__)
}
ALL_VISITS: tuple[Visit, ...] = tuple(visit for visits in PARTS.values() for visit in visits)
