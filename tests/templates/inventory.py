"""Every page of the site, with what it needs to be shown. A new page is one line here; then all checks look at it."""

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.test import override_settings
from django.urls import reverse

from players.models import Club, Person, User
from tests.games.replay.stored_games import annotated_game, stratego_game
from tests.players.accounts.passwords import PASSWORD
from tests.templates.analyses import ANALYSIS, SHARED, furnish_analyses
from tests.templates.clubs import MEMBER, TOKEN, furnish_clubs
from tests.templates.confirmations import furnish_confirmations
from tests.templates.entries import CODE, ENTRY, furnish_entries
from tests.templates.event_files import furnish_event_files
from tests.templates.events import furnish_events
from tests.templates.live import LIVE_BOARD, LIVE_EVENT, LIVE_GAME, furnish_live
from tests.templates.people import SECRET, furnish_people
from tests.templates.ratings import furnish_ratings
from tests.templates.recordings import DRAFT, INVITATION, SEAT_DRAFT, SETUP_DRAFT, furnish_recordings
from tests.templates.results import OWN_BOARD, furnish_results
from tests.templates.rounds import PLAYER, furnish_rounds
from tests.templates.submissions import furnish_submissions
from tests.templates.tables import furnish_tables


class Page(NamedTuple):
    name: str
    path: str
    signed_in: bool = False
    status: int = 200
    debug: bool = False
    # For site administrators: the one who is signed in is one.
    administrator: bool = False
    # Shown by an address that goes wrong, in tests/templates/broken_site.py.
    broken: bool = False


PAGES = (
    Page("home", "/"),
    Page("what needs a decision", "/decisions/", signed_in=True),
    Page("help", "/help/"),
    Page("guide", "/help/events/"),
    Page("rules of all games", "/rules/"),
    Page("rules of a game", "/rules/barragoon/"),
    Page("clubs", "/clubs/"),
    Page("clubs found by nobody", "/clubs/?q=nothing"),
    Page("club", "/clubs/lapwing/"),
    Page("club without words", "/clubs/silent/"),
    Page("club of one's own", "/clubs/heron/", signed_in=True),
    Page("my clubs", "/clubs/mine/", signed_in=True),
    Page("clubs that ask for you", "/clubs/mine/offers/", signed_in=True),
    Page("people asked to join", "/clubs/heron/offers/", signed_in=True),
    Page("create a club", "/clubs/new/", signed_in=True),
    Page("club's settings", "/clubs/heron/settings/", signed_in=True),
    Page("close a club", "/clubs/heron/close/", signed_in=True),
    Page("members", "/clubs/heron/members/", signed_in=True),
    Page("members nobody may see", "/clubs/silent/members/"),
    Page("member", f"/clubs/heron/members/{MEMBER}/", signed_in=True),
    Page("hand a club over", f"/clubs/heron/members/{MEMBER}/hand-over/", signed_in=True),
    Page("games without a referee", "/clubs/heron/games/", signed_in=True),
    Page("no games without a referee", "/clubs/silent/games/"),
    Page("game without a referee", "/clubs/heron/games/900955/", signed_in=True),
    Page("leave a club", "/clubs/heron/leave/", signed_in=True),
    Page("invitations", "/clubs/heron/invitations/", signed_in=True),
    Page("invitation", f"/clubs/invitations/{TOKEN}/"),
    Page("invitation that does not work", "/clubs/invitations/x/", status=410),
    Page("requests to join", "/clubs/heron/requests/", signed_in=True),
    Page("ask to join", "/clubs/silent/join/", signed_in=True),
    Page("club's history", "/clubs/heron/history/", signed_in=True),
    Page("club's history with nothing found", "/clubs/heron/history/?q=xyzzy&since=x", signed_in=True),
    Page("history of a person", "/history/players.person/900001/", signed_in=True),
    Page("events", "/events/"),
    Page("events to see for their organiser", "/events/", signed_in=True),
    Page("events found by nobody", "/events/?q=nothing"),
    Page("events asked for with nonsense", "/events/?year=last", status=400),
    Page("event", "/events/900001/"),
    Page("event of one's own", "/events/900002/", signed_in=True),
    Page("event that is a draft", "/events/900003/", signed_in=True),
    Page("new event", "/events/new/heron/", signed_in=True),
    Page("import an event", "/events/import/heron/", signed_in=True),
    Page("import an event file", "/events/import-file/heron/", signed_in=True),
    Page("event file being read", "/events/import-file/heron/900001/", signed_in=True),
    Page("preview of an event file", "/events/import-file/heron/900002/", signed_in=True),
    Page("event file that is refused", "/events/import-file/heron/900003/", signed_in=True),
    Page("event file being imported", "/events/import-file/heron/900004/", signed_in=True),
    Page("event file that is imported", "/events/import-file/heron/900005/", signed_in=True),
    Page("event file that was not read", "/events/import-file/heron/900006/", signed_in=True),
    Page("event file that is stuck", "/events/import-file/heron/900007/", signed_in=True),
    Page("news of an event", "/events/900002/news/", signed_in=True),
    Page("settings of an event", "/events/900001/settings/", signed_in=True),
    Page("settings of a running event", "/events/900002/settings/", signed_in=True),
    Page("copy an event", "/events/900001/copy/", signed_in=True),
    Page("delete an event", "/events/900003/delete/", signed_in=True),
    Page("event that is not deleted", "/events/900001/delete/", signed_in=True),
    Page("start an event", "/events/900001/start/", signed_in=True),
    Page("arbiters of an event", "/events/900002/arbiters/?q=player", signed_in=True),
    Page("log of an event", "/events/900001/log/", signed_in=True),
    Page("new section", "/events/900001/sections/new/", signed_in=True),
    Page("settings of a section", "/events/900001/s/900001/settings/", signed_in=True),
    Page("section of an event", "/events/900002/s/900003/"),
    Page("entries", "/events/900002/entries/"),
    Page("entries with one's own", "/events/900001/entries/", signed_in=True),
    Page("entries without a section", "/events/900012/entries/"),
    Page("signing up for an event", "/events/900011/entries/sign-up/", signed_in=True),
    Page("sign up for what has begun", "/events/900002/entries/sign-up/", signed_in=True),
    Page("own entry", "/events/900001/entries/mine/", signed_in=True),
    Page("own entry on the waiting list", "/events/900011/entries/mine/", signed_in=True),
    Page("no own entry", "/events/900012/entries/mine/", signed_in=True),
    Page("manage entries", "/events/900001/entries/manage/", signed_in=True),
    Page("manage entries with offers", "/events/900011/entries/manage/?q=player", signed_in=True),
    Page("enter a new player", "/events/900001/entries/manage/new/?name=Jan", signed_in=True),
    Page("enter members", "/events/900001/entries/manage/members/", signed_in=True),
    Page("paste a table of players", "/events/900001/entries/manage/table/", signed_in=True),
    Page("pairs kept apart", "/events/900002/entries/manage/apart/", signed_in=True),
    Page("manage an entry", f"/events/900001/entries/manage/{ENTRY}/", signed_in=True),
    Page("check-in", "/events/900002/check-in/", signed_in=True),
    Page("check-in of nobody", "/events/900012/check-in/", signed_in=True),
    Page("codes to print", "/events/900002/check-in/slips/", signed_in=True),
    Page("check-in by code", f"/events/check-in/{CODE}/"),
    Page("standings", "/events/900002/s/900002/standings/"),
    Page("standings after a round", "/events/900002/s/900002/standings/?after=1"),
    Page("standings without a table", "/events/900001/s/900001/standings/"),
    Page("standing explained", "/events/900002/s/900002/standings/2/"),
    Page("player's card", "/events/900002/s/900002/players/2/"),
    Page("rounds", "/events/900100/s/900100/rounds/"),
    Page("rounds for their arbiter", "/events/900100/s/900100/rounds/", signed_in=True),
    Page("rounds of a schedule", "/events/900100/s/900104/rounds/", signed_in=True),
    Page("rounds before the first", "/events/900100/s/900101/rounds/"),
    Page("round", "/events/900100/s/900100/rounds/2/"),
    Page("round by name", "/events/900100/s/900100/rounds/2/?by=name"),
    Page("round for its arbiter", "/events/900100/s/900100/rounds/2/", signed_in=True),
    Page("round of a knockout", "/events/900100/s/900103/rounds/1/", signed_in=True),
    Page("round that is a draft", "/events/900100/s/900100/rounds/3/", status=404),
    Page("draft of a round", "/events/900100/s/900100/rounds/3/draft/", signed_in=True),
    Page("why a board", "/events/900100/s/900100/rounds/3/why/1/", signed_in=True),
    Page("why the bye", "/events/900100/s/900100/rounds/3/why/bye/", signed_in=True),
    Page("round being paired", "/events/900100/s/900101/rounds/1/draft/", signed_in=True),
    Page("round that cannot be paired", "/events/900100/s/900102/rounds/1/draft/", signed_in=True),
    Page("projector", "/events/900100/s/900100/projector/"),
    Page("projector by name", "/events/900100/s/900100/projector/?by=name"),
    Page("projector before the first round", "/events/900100/s/900101/projector/"),
    Page("my board", "/events/900100/my-board/", signed_in=True),
    Page("find a board", "/events/900100/find/"),
    Page("board that was found", f"/events/900100/find/?entry={PLAYER}"),
    Page("nobody to find a board of", "/events/900100/find/?q=xyzzy"),
    Page("poster", "/events/900100/poster/"),
    Page("phones in the room", "/events/900100/phones/", signed_in=True),
    Page("search", "/search/"),
    Page("search that finds", "/search/?q=la"),
    Page("search that finds somebody near", "/search/?q=Etienne+Vauqelin"),
    Page("search that finds nothing", "/search/?q=xyzzy"),
    Page("people", "/people/"),
    Page("people found by nobody", "/people/?name=nothing"),
    Page("import people", "/people/import/lapwing/", signed_in=True),
    Page("import being read", "/people/import/lapwing/900001/", signed_in=True),
    Page("preview of an import", "/people/import/lapwing/900002/", signed_in=True),
    Page("import that is done", "/people/import/lapwing/900003/", signed_in=True),
    Page("import that cannot be read", "/people/import/lapwing/900004/", signed_in=True),
    Page("invite to a profile", "/people/900002/invite/", signed_in=True),
    Page("invitation to a profile", f"/people/invitation/{SECRET}/"),
    Page("invitation to a profile, signed in", f"/people/invitation/{SECRET}/", signed_in=True),
    Page("invitation to a profile that does not work", "/people/invitation/x/", status=410),
    Page("claim a profile", "/people/900001/claim/", signed_in=True),
    Page("claims", "/people/claims/", signed_in=True),
    Page("choose whom to merge", "/people/900001/merge/?q=s", signed_in=True),
    Page("merge people", "/people/900001/merge/900002/", signed_in=True),
    Page("person", "/people/900001/"),
    Page("person with everything", "/people/900001/", signed_in=True),
    Page("person who is hidden", "/people/900002/", status=404),
    Page("edit person", "/people/900002/edit/", signed_in=True),
    Page("change photo", "/people/900002/photo/", signed_in=True),
    Page("enter person", "/people/enter/lapwing/", signed_in=True),
    Page("submit games", "/games/submit/", signed_in=True),
    Page("record a game", "/record/", signed_in=True),
    Page("record a board", f"/record/?board=pairing:{OWN_BOARD}", signed_in=True),
    Page("recorder", f"/record/{DRAFT}/", signed_in=True),
    Page("recorder with set-ups", f"/record/{SETUP_DRAFT}/", signed_in=True),
    Page("recorder on one of two phones", f"/record/{SEAT_DRAFT}/seat/", signed_in=True),
    Page("seat to take", f"/record/join/{INVITATION}/", signed_in=True),
    Page("board of others to record", "/record/?board=pairing:999999", signed_in=True, status=404),
    Page("uploads", "/games/uploads/", signed_in=True),
    Page("upload", "/games/uploads/900001/", signed_in=True),
    Page("upload being read", "/games/uploads/900002/", signed_in=True),
    Page("accepted record", "/games/records/900001/", signed_in=True),
    Page("record already in the archive", "/games/records/900002/", signed_in=True),
    Page("broken record", "/games/records/900003/", signed_in=True),
    Page("record that waits", "/games/records/900004/", signed_in=True),
    Page("who played", "/games/900001/players/", signed_in=True),
    Page("adjudication", "/games/900001/adjudication/", signed_in=True),
    Page("who may see a game", "/games/900001/visibility/", signed_in=True),
    Page("games to confirm", "/games/confirmations/", signed_in=True),
    Page("games of one's clubs to confirm", "/games/confirmations/club/", signed_in=True),
    Page("disputed games", "/games/confirmations/club/disputed/", signed_in=True),
    Page("confirmation of one's own game", "/games/900011/confirmation/", signed_in=True),
    Page("confirmation of a game of members", "/games/900012/confirmation/", signed_in=True),
    Page("confirmation of a disputed game", "/games/900013/confirmation/", signed_in=True),
    Page("confirmation that is not needed", "/games/42/confirmation/"),
    Page("no adjudication yet", "/games/900002/adjudication/"),
    Page("ratings", "/ratings/"),
    Page("rating list", "/ratings/lapwing-barragoon/"),
    Page("rating list before there was one", "/ratings/lapwing-barragoon/?on=2020-01-01"),
    Page("rating list of nobody", "/ratings/stratego/"),
    Page("rating list to manage", "/ratings/lapwing-barragoon/", signed_in=True),
    Page("rating versions", "/ratings/lapwing-barragoon/versions/"),
    Page("rating version", "/ratings/lapwing-barragoon/versions/2/"),
    Page("rating rules", "/ratings/lapwing-barragoon/rules/", signed_in=True),
    Page("clubs of a rating list", "/ratings/lapwing-barragoon/clubs/"),
    Page("no clubs of a rating list", "/ratings/stratego/clubs/"),
    Page("starting ratings", "/ratings/lapwing-barragoon/starting/"),
    Page("give starting ratings", "/ratings/lapwing-barragoon/starting/lapwing/", signed_in=True),
    Page("rated player", "/ratings/lapwing-barragoon/players/900001/"),
    Page("ledger line", "/ratings/lapwing-barragoon/players/900001/periods/2/"),
    Page("rating period", "/ratings/lapwing-barragoon/periods/2/?version=1"),
    Page("top movers", "/ratings/lapwing-barragoon/movers/"),
    Page("rating distribution", "/ratings/lapwing-barragoon/distribution/"),
    Page("what if", "/ratings/lapwing-barragoon/what-if/?player=900001&opponent=800003"),
    Page("what if who", "/ratings/lapwing-barragoon/what-if/?player=a&opponent=nobody"),
    Page("handicap adviser", "/ratings/lapwing-barragoon/handicap/?player=900001&opponent=800003"),
    Page("results of a round", "/events/900051/s/900051/rounds/2/results/", signed_in=True),
    Page("results of an earlier round", "/events/900051/s/900051/rounds/1/results/", signed_in=True),
    Page("board with a conflict", "/events/900051/boards/900052/", signed_in=True),
    Page("board whose record says otherwise", "/events/900051/boards/900053/", signed_in=True),
    Page("correction of an earlier round", "/events/900051/boards/900054/?result=0-1", signed_in=True),
    Page("what waits for a decision", "/events/900051/decisions/", signed_in=True),
    Page("nothing waits for a decision", "/events/900052/decisions/", signed_in=True),
    Page("one's own board", "/events/900051/s/900051/rounds/2/boards/1/", signed_in=True),
    Page("one's own board with a result", "/events/900051/s/900051/rounds/1/boards/1/", signed_in=True),
    Page("send a record for a board", "/events/900051/boards/900052/record/", signed_in=True),
    Page("records kept as text", "/events/900955/boards/900955/texts/", signed_in=True),
    Page("send a record that is kept as text", "/events/900955/boards/900955/record/", signed_in=True),
    Page("event of a game without a referee", "/events/900955/"),
    Page("end of an event", "/events/900051/finish/", signed_in=True),
    Page("event that is over", "/events/900052/finish/", signed_in=True),
    Page("standings with prizes", "/events/900070/s/900071/standings/"),
    Page("standings of a knockout", "/events/900070/s/900072/standings/"),
    Page("crosstable", "/events/900070/s/900071/crosstable/"),
    Page("crosstable of a round robin", "/events/900070/s/900073/crosstable/"),
    Page("bracket", "/events/900070/s/900072/crosstable/"),
    Page("crosstable without rounds", "/events/900001/s/900001/crosstable/"),
    Page("ratings of an event", "/events/900070/s/900071/standings/ratings/"),
    Page("progress of players", "/events/900070/s/900071/progress/?player=10"),
    Page("progress without rounds", "/events/900001/s/900001/progress/?by=points"),
    Page("prizes", "/events/900070/s/900071/winners/"),
    Page("no prizes", "/events/900070/s/900072/winners/"),
    Page("files of an event", "/events/900070/files/"),
    Page("files of one's own event", "/events/900070/files/", signed_in=True),
    Page("new rating pool", "/ratings/new/", signed_in=True),
    Page("change rating pool", "/ratings/lapwing-barragoon/change/", signed_in=True),
    Page("sign up", "/account/sign-up/"),
    Page("sign in", "/account/sign-in/?next=/account/"),
    Page("forgotten password", "/account/password/forgotten/"),
    Page("reset mail sent", "/account/password/forgotten/sent/"),
    Page("reset link that does not work", "/account/password/new/x/y/", status=410),
    Page("account", "/account/", signed_in=True),
    Page("change address", "/account/email/", signed_in=True),
    Page(
        "confirmation of an address that does not work",
        "/account/email/confirm/x/",
        signed_in=True,
        status=404,
    ),
    Page("language and time", "/account/preferences/", signed_in=True),
    Page("choice of mails", "/account/mail/", signed_in=True),
    Page("stop mails by a link that does not work", "/account/mail/stop/x/", status=410),
    Page("password and codes", "/account/security/", signed_in=True),
    Page("set up codes", "/account/security/code/", signed_in=True),
    Page("add a passkey", "/account/security/passkeys/new/", signed_in=True),
    Page("sessions", "/account/sessions/", signed_in=True),
    Page("your data", "/account/data/", signed_in=True),
    Page("change password", "/account/password/", signed_in=True),
    Page("delete account", "/account/delete/", signed_in=True),
    Page("tokens", "/account/tokens/", signed_in=True),
    Page("new token", "/account/tokens/new/", signed_in=True),
    Page("games", "/games/"),
    Page("games that are found", "/games/?kind=stratego&since=2020-01-01"),
    Page("games found by nobody", "/games/?player=nobody"),
    Page("games asked for with nonsense", "/games/?since=tomorrow&shortest=-1", status=400),
    Page("explorer", "/explorer/"),
    Page(
        "explorer as a spectator, with filters",
        "/explorer/?kind=stratego&since=2020-01-01&rated=1000",
        signed_in=True,
    ),
    Page("explorer after a move", "/explorer/?kind=barragoon&line=d2-d4"),
    Page("explorer of a position that is none", "/explorer/?position=x", status=400),
    Page("game", "/games/42/?ply=2"),
    Page("game of Stratego from Red's seat", "/games/43/?ply=3&view=red"),
    Page("game to print", "/games/42/print/?diagrams=0,2"),
    Page("live boards", f"/events/{LIVE_EVENT}/live/"),
    Page("live boards on the projector", f"/events/{LIVE_EVENT}/live/projector/"),
    Page("live board", f"/events/{LIVE_EVENT}/live/{LIVE_BOARD}/"),
    Page("free game that is followed", f"/live/{LIVE_GAME}/"),
    Page("let others follow", f"/live/share/{DRAFT}/", signed_in=True),
    Page("notebook of analyses", "/analysis/", signed_in=True),
    Page("analysis of a game", "/analysis/?game=42&ply=2", signed_in=True),
    Page("analysis", f"/analysis/{ANALYSIS}/?ply=1", signed_in=True),
    Page("shared analysis", f"/analysis/shared/{SHARED}/"),
    Page("position editor", "/analysis/position/", signed_in=True),
    Page("API", "/api/v1/"),
    Page("not found", "/nowhere/", status=404),
    Page("bad request", "/broken/damaged/", status=400, broken=True),
    Page("forbidden to visitors", "/broken/forbidden/", status=403, broken=True),
    Page("forbidden to members", "/broken/forbidden/", signed_in=True, status=403, broken=True),
    Page("broken", "/broken/without-database/", status=500, broken=True),
    Page("away", "/broken/busy-database/", status=503, broken=True),
    Page("style guide", "/style-guide/", debug=True),
    Page("status of the site", "/status/", signed_in=True, administrator=True),
)


def furnish() -> User:
    """What the pages show: clubs, and somebody to sign in."""
    Club.objects.create(
        name="Lapwing Games Circle",
        slug="lapwing",
        place="Golden Anchor",
        about="Every Thursday.\n\nCome along.",
    )
    Club.objects.create(name="Silent Club", slug="silent")
    agnes = create_agnes()
    furnish_people(agnes, Club.objects.get(slug="lapwing"))
    annotated_game(pk=42)
    stratego_game(pk=43)
    furnish_submissions(agnes, Club.objects.get(slug="lapwing"))
    furnish_recordings(agnes)
    furnish_ratings(Club.objects.get(slug="lapwing"))
    furnish_clubs(agnes)  # last: its people get the numbers after those that others chose
    furnish_events(Club.objects.get(name="Herons"))
    furnish_results(Club.objects.get(name="Herons"), agnes)
    furnish_entries(Club.objects.get(name="Herons"), Person.objects.get(account=agnes))
    furnish_rounds(agnes, Club.objects.get(name="Herons"))
    furnish_tables(Club.objects.get(name="Herons"))
    furnish_confirmations(agnes, Club.objects.get(name="Herons"))
    furnish_event_files(agnes, Club.objects.get(name="Herons"))
    furnish_analyses(agnes)
    furnish_live(agnes, Club.objects.get(name="Herons"))
    return agnes


def create_agnes() -> User:
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")


def reset_link(user: User) -> str:
    identifier = user_pk_to_url_str(user)
    return reverse("reset-password-confirm", args=[identifier, default_token_generator.make_token(user)])


def site_of(page: Page) -> AbstractContextManager[None]:
    """Most pages are of the site as it is: with other settings Django would read all templates anew for each."""
    if not (page.debug or page.broken):
        return nullcontext()
    site = "tests.templates.broken_site" if page.broken else settings.ROOT_URLCONF
    return override_settings(DEBUG=page.debug, ROOT_URLCONF=site)
