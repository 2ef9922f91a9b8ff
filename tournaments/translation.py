"""Messages that pure code makes, in the reader's language, and their templates for `makemessages` to find.

Pure code knows no languages: it makes `tournaments.pairing.messages.Message`, which remembers template and values.
"""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.pairing.messages import Message

MESSAGES: Final = (
    # Why a board is as it is, and why somebody has the tie-breaks that they have.
    _(
        "%(name)s has %(colour)s: both get the colour they are due, or only one is due one (article "
        "%(article)s)."
    ),
    _(
        "%(name)s has %(colour)s: both are due the same colour, and the stronger claim is granted (article "
        "%(article)s)."
    ),
    _(
        "%(name)s has %(colour)s: both are due the same colour with equal claims, and they swap the "
        "colours of the latest round in which theirs differed (article %(article)s)."
    ),
    _(
        "%(name)s has %(colour)s: both are due the same colour with equal claims and equal histories, and "
        "the higher ranked gets it (article %(article)s)."
    ),
    _(
        "%(name)s has %(colour)s: neither is due a colour, and the drawn initial colour decides (article "
        "%(article)s)."
    ),
    _("%(turn)s; that would have met a criterion worse: %(wish)s (article %(article)s [%(code)s])."),
    _("%(name)s is mildly due %(colour)s and has it."),
    _("%(name)s is mildly due %(colour)s and does not have it."),
    _("%(name)s is strongly due %(colour)s and has it."),
    _("%(name)s is strongly due %(colour)s and does not have it."),
    _("%(name)s is absolutely due %(colour)s and has it."),
    _("%(name)s is absolutely due %(colour)s and does not have it."),
    _(
        "%(name)s has the pairing-allocated bye: the lowest score it can go to so that everybody else can "
        "be paired is %(points)s (article 2.3.1 [C5])."
    ),
    _("Rounds without a game so far: %(number)d (article 2.4.4 [C9])."),
    _("%(one)s and %(other)s were paired among the %(number)d players with the score %(points)s."),
    _("They meet as in the bracket's first candidate (article 3.3.1)."),
    _("The first candidate had the higher ranked to float down"),
    _("The first candidate had the higher ranked to meet %(name)s"),
    _("%(turn)s; that would have met a criterion worse: %(wish)s (a wish)."),
    _("%(name)s is due no colour."),
    _("number %(number)d"),
    _("%(name)s has the bye because the arbiter has locked it."),
    _("It cannot go to %(names)s: they had one, or won a round without playing (article 2.1.2 [C2])."),
    _("%(one)s meets %(other)s because the arbiter has locked the board."),
    _("%(turn)s, but they have met (article 2.1.1 [C1])."),
    _("%(turn)s, but both must have the same colour (article 2.1.3 [C3])."),
    _("%(turn)s, but that pair is forbidden."),
    _("%(turn)s; of the candidates that are equally good this one comes first (article 4)."),
    _("%(one)s met %(other)s in round %(round)d."),
    _("%(one)s and %(other)s must both have the same colour."),
    _("%(one)s and %(other)s are not to meet: the arbiter has forbidden it."),
    _("%(name)s comes down from the score %(points)s: a downfloat."),
    _("%(name)s meets a higher score: an upfloat."),
    _("%(before)s, %(after)s"),
    _("%(before)s %(after)s"),
    _("%(outcome)s against %(opponent)d"),
    _("%(outcome)s against %(opponent)d with Black"),
    _("Among themselves %(listed)s; not all have met, but %(certain)s cannot be caught up with (6.3)."),
    _("Among themselves %(listed)s; all have met, so this ranks them (6.2)."),
    _("Among themselves %(listed)s; not all have met yet, so this decides nothing (6.2)."),
    _("Among themselves %(listed)s; not all have met, and nobody is sure to stay alone at the top (6.3)."),
    _("%(number)d has %(points)s"),
    _("Nobody is tied with this player here."),
    _("%(points)s against %(opponent)d"),
    _("The most one could score is %(points)s; opponents with half of it count."),
    _("%(points)s against %(opponent)d, who has %(score)s"),
    _("Lot %(lot)d of %(number)d, drawn from the seed %(seed)s; the higher lot wins."),
    _(
        "%(score)s of %(games)d are %(percent)d %%, which stands for %(difference)s: average %(average)d "
        "%(difference)s = %(performance)d."
    ),
    _("The average of %(number)d ratings."),
    _("No rated opponent counts."),
    _("%(opponent)d has a %(name)s of %(value)s"),
    _("The average of %(number)d values."),
    _("The most one could score is %(points)s; opponents with %(limit)s points count."),
    _("%(opponent)d performed at %(rating)d"),
    _("%(rating)d is the lowest rating of which %(score)s of %(games)d were to be expected."),
    _("Without a point it is %(number)d less than the weakest opponent's rating."),
    _("not played (%(outcome)s), counts as a draw with oneself: %(own)s"),
    _("%(opponent)d is rated %(rating)d"),
    _("%(outcome)s: %(points)s"),
    _("%(outcome)s against %(opponent)d: %(points)s"),
    _("%(points)s after it"),
    _("%(met)s; %(score)s × %(points)s = %(product)s"),
    _(
        "not played (%(outcome)s), counts as met a dummy with the player's own %(own)s, but no more than "
        "%(number)d draws: %(score)s (article 16.4.2)"
    ),
    _("%(score)s, that is %(points)s with round %(rounds)s, missed for good, as draws (article 16.3.2)"),
    _("%(name)s has %(score)s"),
    _("not played (%(outcome)s), counts as met a dummy with the player's own %(own)s"),
    _(
        "not played (%(outcome)s), counts as met a dummy with the player's own %(own)s, but no more than "
        "%(name)s has: %(score)s (article 16.4.1)"
    ),
    _("%(score)s, that is %(points)s with rounds %(rounds)s, missed for good, as draws (article 16.3.2)"),
    _("player %(number)d"),
    _("%(outcome)s: %(share)s × value %(value)d"),
    _("%(outcome)s: %(share)s × own value %(value)d"),
    _("own value, once: %(value)d"),
    _("%(outcome)s: only %(number)d are paid"),
    # Why a knockout cannot be followed.
    _("round %(round)d, match %(match)d was played before it was known"),
    _("round %(round)d, match %(match)d is between %(first)d and %(second)d, not %(white)d and %(black)d"),
    _("round %(round)d, match %(match)d was decided after %(used)d games, but has %(games)d"),
    # What the criteria of the pairing ask.
    _("nobody meets the same opponent twice"),
    _("nobody has a second bye, or one after a win without playing"),
    _("no two players meet who both must have the same colour"),
    _("everybody not yet paired can still be paired"),
    _("the lowest score possible for the pairing-allocated bye"),
    _("as few downfloaters as possible"),
    _("the lowest scores possible for the downfloaters"),
    _("as few and as low downfloaters as possible from the following bracket"),
    _("the fewest unplayed games for the player with the bye"),
    _("pairs the arbiter wants to avoid"),
    _("no colour difference beyond 2 for topscorers and their opponents"),
    _("no third game in a row with the same colour for topscorers and their opponents"),
    _("as many colour preferences granted as possible"),
    _("as many strong colour preferences granted as possible"),
    _("no downfloat after a downfloat in the previous round"),
    _("no upfloat after an upfloat in the previous round"),
    _("no downfloat after a downfloat two rounds before"),
    _("no upfloat after an upfloat two rounds before"),
    _("small score differences for those who floated down in the previous round"),
    _("small score differences for those who floated up in the previous round"),
    _("small score differences for those who floated down two rounds before"),
    _("small score differences for those who floated up two rounds before"),
    # What a round brought a player.
    _("win"),
    _("draw"),
    _("loss"),
    _("pending"),
    _("forfeit win"),
    _("forfeit loss"),
    _("pairing-allocated bye"),
    _("full-point bye"),
    _("half-point bye"),
    _("zero-point bye"),
    _("absent"),
)


def translate(words: str) -> str:
    """A message in the language of the reader, with the messages among its values; other text stays."""
    if not isinstance(words, Message):
        return words
    values = {
        name: translate(value) if isinstance(value, str) else value for name, value in words.values.items()
    }
    return gettext(words.template) % values


def translate_error(error: ValueError) -> str:
    """What pure code says is wrong."""
    said = error.args[0] if error.args else ""
    return translate(said) if isinstance(said, str) else str(error)
