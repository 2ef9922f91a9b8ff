"""Addresses below /events/ for tables."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
