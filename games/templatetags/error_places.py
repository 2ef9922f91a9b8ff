"""`{% if error|has_place %}`: whether an error of a submitted record stands somewhere in its text."""

from django import template

from games.submitting.codes import has_place

register = template.Library()
register.filter("has_place", has_place)
