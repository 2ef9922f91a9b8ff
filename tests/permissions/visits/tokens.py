"""The pages of API tokens."""

from typing import Any

from players.accounts.services.tokens import create_token
from players.models import Scope
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World


def paulas_token(world: World) -> dict[str, Any]:
    token = create_token(account=world.accounts[Viewer.CONCERNED], name="Screen", scopes=[Scope.READ])
    return {"pk": token.row.pk}


VISITS = (
    Visit("tokens", Rule.SIGNED_IN),
    Visit("new-token", Rule.SIGNED_IN),
    Visit("new-token", Rule.SIGNED_IN, "POST"),
    Visit("revoke-token", Rule.OWN_ACCOUNT, "POST", arguments=paulas_token, concerned=Viewer.CONCERNED),
)
