"""Addresses below /events/ for rounds."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
