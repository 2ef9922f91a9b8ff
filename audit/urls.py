"""Addresses below /history/."""

from django.urls import path

from audit import views

urlpatterns = [
    path("<str:label>/<int:pk>/", views.history, name="history"),
    path("<str:label>/<int:pk>/export.<str:kind>", views.export, name="export-history"),
]
