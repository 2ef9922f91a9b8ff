from django.urls import path

from players.clubs import views

urlpatterns = [path("<slug:slug>/", views.club, name="club")]
