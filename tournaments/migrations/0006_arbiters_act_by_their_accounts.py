from django.db import migrations
from django.db.models import OuterRef, Subquery


def keep_who_acts(apps, schema_editor):
    """Who may act in an event today goes on doing so."""
    arbiters = apps.get_model("tournaments", "EventArbiter").objects
    people = apps.get_model("players", "Person").objects.filter(pk=OuterRef("person"))
    arbiters.filter(person__account__isnull=False).update(account=Subquery(people.values("account")[:1]))


class Migration(migrations.Migration):

    dependencies = [
        ("players", "0012_pool_names"),
        ("tournaments", "0005_accounts_of_arbiters"),
    ]

    operations = [migrations.RunPython(keep_who_acts, migrations.RunPython.noop)]
