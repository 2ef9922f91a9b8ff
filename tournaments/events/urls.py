"""Addresses below /events/ for events."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
