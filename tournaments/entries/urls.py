"""Addresses below /events/ for entries."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
