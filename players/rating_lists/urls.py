"""Addresses below /ratings/."""

from django.urls import path

from players.rating_lists import advice_views, ledger_views, list_views, pool_views

urlpatterns = [
    path("", list_views.pools, name="rating-pools"),
    path("new/", pool_views.new, name="new-rating-pool"),
    path("<slug:slug>/", list_views.rating_list, name="rating-list"),
    path("<slug:slug>/list.csv", list_views.as_csv, name="rating-list-csv"),
    path("<slug:slug>/list.json", list_views.as_json, name="rating-list-json"),
    path("<slug:slug>/state/", list_views.state, name="rating-state"),
    path("<slug:slug>/versions/", list_views.versions, name="rating-versions"),
    path("<slug:slug>/versions/<int:number>/", list_views.version, name="rating-version"),
    path("<slug:slug>/rules/", pool_views.rules, name="rating-rules"),
    path("<slug:slug>/change/", pool_views.change, name="change-rating-pool"),
    path("<slug:slug>/compute/", pool_views.compute_anew, name="compute-rating-pool"),
    path("<slug:slug>/players/<int:player>/", ledger_views.player, name="rating-player"),
    path("<slug:slug>/lines/<int:pk>/", ledger_views.line, name="rating-line"),
    path(
        "<slug:slug>/players/<int:player>/periods/<int:number>/",
        ledger_views.line_of_player,
        name="rating-line-of-player",
    ),
    path("<slug:slug>/periods/<int:number>/", ledger_views.period, name="rating-period"),
    path("<slug:slug>/movers/", ledger_views.movers, name="rating-movers"),
    path("<slug:slug>/distribution/", ledger_views.distribution, name="rating-distribution"),
    path("<slug:slug>/what-if/", advice_views.what_if, name="rating-what-if"),
    path("<slug:slug>/handicap/", advice_views.handicap, name="rating-handicap"),
]
