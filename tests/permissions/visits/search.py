"""The search: everybody may, and finds what they may see."""

from tests.permissions.declarations import Rule, Visit

VISITS = (
    Visit("search", Rule.EVERYBODY, data=lambda world: {"q": "pau"}),
    Visit("search-suggestions", Rule.EVERYBODY, data=lambda world: {"q": "pau"}),
)
