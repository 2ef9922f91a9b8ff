"""Addresses below /events/ for results."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
