"""Addresses below /events/ for rounds."""

from django.urls import URLPattern, path

from tournaments.rounds.views import arbiter, public

SECTION = "<int:event>/s/<int:section>/"
ROUND = f"{SECTION}rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("<int:event>/find/", public.find_board, name="find-board"),
    path("<int:event>/poster/", public.poster, name="poster"),
    path("<int:event>/phones/", arbiter.phones, name="phones"),
    path(f"{SECTION}rounds/", public.rounds, name="rounds"),
    path(f"{SECTION}rounds/order/", arbiter.order_round, name="order-round"),
    path(f"{SECTION}rounds/publish-all/", arbiter.publish_schedule, name="publish-schedule"),
    path(f"{SECTION}rounds/take-back/", arbiter.take_back_schedule, name="take-back-schedule"),
    path(f"{SECTION}current/", public.current, name="current-round"),
    path(f"{SECTION}projector/", public.projector, name="projector"),
    path(ROUND, public.round_page, name="round"),
    path(f"{ROUND}draft/", arbiter.draft, name="round-draft"),
    path(f"{ROUND}why/<int:board>/", arbiter.explain, name="why-board"),
    path(f"{ROUND}why/bye/", arbiter.explain, name="why-bye"),
    path(f"{ROUND}change/", arbiter.change, name="change-draft"),
    path(f"{ROUND}again/", arbiter.pair_again, name="pair-again"),
    path(f"{ROUND}give-up/", arbiter.relax_constraints, name="give-up"),
    path(f"{ROUND}delete/", arbiter.delete, name="delete-draft"),
    path(f"{ROUND}publish/", arbiter.publish, name="publish-round"),
    path(f"{ROUND}unpublish/", arbiter.unpublish, name="unpublish-round"),
    path(f"{ROUND}close/", arbiter.close, name="close-round"),
    path(f"{ROUND}close-and-pair/", arbiter.close_and_pair, name="close-and-pair"),
    path(f"{ROUND}reopen/", arbiter.reopen, name="reopen-round"),
    path(f"{ROUND}extend/", arbiter.add_match_games, name="extend-round"),
    path(f"{ROUND}clock/", arbiter.set_clock, name="round-clock"),
]
