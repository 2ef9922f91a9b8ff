"""Addresses below /events/ for files."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
