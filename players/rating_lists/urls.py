"""Addresses below /ratings/."""

from django.urls import path

from players.rating_lists.views import advice, ledger, lists, starting_ratings

urlpatterns = [
    path("", lists.pool_list, name="rating-pools"),
    path("new/", lists.new_pool, name="new-rating-pool"),
    path("<slug:slug>/", lists.rating_list_page, name="rating-list"),
    path("<slug:slug>/list.csv", lists.download_csv, name="rating-list-csv"),
    path("<slug:slug>/list.json", lists.download_json, name="rating-list-json"),
    path("<slug:slug>/state/", lists.recomputation_state, name="rating-state"),
    path("<slug:slug>/versions/", lists.version_list, name="rating-versions"),
    path("<slug:slug>/versions/<int:number>/", lists.version_page, name="rating-version"),
    path("<slug:slug>/clubs/", lists.pool_clubs, name="rating-clubs"),
    path("<slug:slug>/starting/", starting_ratings.starting_list, name="rating-starting"),
    path(
        "<slug:slug>/starting/<slug:club_slug>/",
        starting_ratings.club_starting_ratings,
        name="club-starting-ratings",
    ),
    path(
        "<slug:slug>/starting/<slug:club_slug>/<int:pk>/withdraw/",
        starting_ratings.withdraw_rating,
        name="withdraw-starting-rating",
    ),
    path("<slug:slug>/rules/", lists.pool_rules, name="rating-rules"),
    path("<slug:slug>/change/", lists.change_pool_page, name="change-rating-pool"),
    path("<slug:slug>/compute/", lists.recompute_pool, name="compute-rating-pool"),
    path("<slug:slug>/players/<int:player>/", ledger.player_page, name="rating-player"),
    path("<slug:slug>/lines/<int:pk>/", ledger.line_page, name="rating-line"),
    path(
        "<slug:slug>/players/<int:player>/periods/<int:number>/",
        ledger.player_line,
        name="rating-line-of-player",
    ),
    path("<slug:slug>/periods/<int:number>/", ledger.period_page, name="rating-period"),
    path("<slug:slug>/movers/", ledger.movers_page, name="rating-movers"),
    path("<slug:slug>/distribution/", ledger.distribution_page, name="rating-distribution"),
    path("<slug:slug>/what-if/", advice.what_if_page, name="rating-what-if"),
    path("<slug:slug>/handicap/", advice.handicap_page, name="rating-handicap"),
]
