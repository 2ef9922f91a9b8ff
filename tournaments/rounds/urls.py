"""Addresses below /events/ for rounds."""

from django.urls import URLPattern, path

from tournaments.rounds import arbiter_views, views

SECTION = "<int:event>/s/<int:section>/"
ROUND = f"{SECTION}rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("<int:event>/my-board/", views.my_board, name="my-board"),
    path("<int:event>/find/", views.find_board, name="find-board"),
    path("<int:event>/poster/", views.poster, name="poster"),
    path(f"{SECTION}rounds/", views.rounds, name="rounds"),
    path(f"{SECTION}rounds/order/", arbiter_views.order, name="order-round"),
    path(f"{SECTION}current/", views.current, name="current-round"),
    path(f"{SECTION}projector/", views.projector, name="projector"),
    path(ROUND, views.round_page, name="round"),
    path(f"{ROUND}draft/", arbiter_views.draft, name="round-draft"),
    path(f"{ROUND}why/<int:board>/", arbiter_views.why, name="why-board"),
    path(f"{ROUND}why/bye/", arbiter_views.why, name="why-bye"),
    path(f"{ROUND}change/", arbiter_views.change, name="change-draft"),
    path(f"{ROUND}again/", arbiter_views.again, name="pair-again"),
    path(f"{ROUND}give-up/", arbiter_views.give_up, name="give-up"),
    path(f"{ROUND}delete/", arbiter_views.delete, name="delete-draft"),
    path(f"{ROUND}publish/", arbiter_views.publish, name="publish-round"),
    path(f"{ROUND}unpublish/", arbiter_views.unpublish, name="unpublish-round"),
    path(f"{ROUND}close/", arbiter_views.close, name="close-round"),
    path(f"{ROUND}reopen/", arbiter_views.reopen, name="reopen-round"),
    path(f"{ROUND}extend/", arbiter_views.extend, name="extend-round"),
    path(f"{ROUND}clock/", arbiter_views.set_clock, name="round-clock"),
]
