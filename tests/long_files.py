"""How long the longest test files take, so that none of them begins when the other processes are nearly done."""

from typing import Final

# Seconds on a quiet machine, waits included, and roughly: only their order matters. A file that is not listed is taken
# for short. `--durations=40` shows where a new one belongs.
LONG_FILES: Final = {
    "tests/config/test_rolling_upgrade.py": 90,
    "tests/games/test_faults.py": 90,
    "tests/jobs/test_faults.py": 80,
    "tests/browser/test_rules.py": 75,
    "tests/scripts/test_bundle.py": 70,
    "tests/scripts/faults/test_run.py": 60,
    "tests/security/test_attackers.py": 60,
    "tests/deploy/test_kiebitz.py": 55,
    "tests/security/test_holes.py": 55,
    "tests/browser/test_tournament_day.py": 50,
    "tests/config/test_web_worker.py": 50,
    "tests/permissions/test_walk.py": 50,
    "tests/backups/test_restore.py": 45,
    "tests/core/api/test_conformance.py": 40,
    "tests/jobs/test_leases.py": 40,
    "tests/security/test_api_bodies.py": 40,
    "tests/browser/test_recorder_stratego_whole.py": 40,
    "tests/browser/test_recorder_whole_game.py": 40,
    "tests/config/test_replica.py": 35,
    "tests/backups/test_move.py": 35,
    "tests/backups/test_verification.py": 35,
    "tests/config/test_outages.py": 30,
    "tests/audit/test_partitions_in_backups.py": 30,
    "tests/browser/test_accessibility_for_members.py": 30,
    "tests/browser/test_accessibility_for_visitors.py": 30,
    "tests/templates/test_rendered_pages.py": 30,
    "tests/upgrades/test_upgrade.py": 30,
    "tests/upgrades/test_way_back.py": 25,
    "tests/config/monitoring/test_watched_site.py": 25,
    "tests/deploy/test_proxies.py": 25,
    "tests/scripts/test_serve.py": 25,
    "tests/browser/test_accessibility.py": 25,
    "tests/browser/test_board_stepping.py": 25,
    "tests/browser/test_tournament_knockout.py": 20,
    "tests/browser/test_results.py": 20,
    "tests/backups/test_lost_laptop.py": 20,
    "tests/config/test_logs.py": 20,
    "tests/scripts/test_preparation_lock.py": 20,
    "tests/config/test_celery.py": 15,
    "tests/config/test_private_files.py": 15,
    "tests/games/archive/test_query_counts.py": 15,
    "tests/games/visibility/test_hidden_facts.py": 15,
    "tests/permissions/test_administration.py": 15,
    "tests/upgrades/test_accounts_on_allauth.py": 15,
}
SECONDS_OF_A_SHORT_TEST: Final = 0.1


def expected_seconds(file: str, tests: int) -> float:
    return LONG_FILES.get(file, tests * SECONDS_OF_A_SHORT_TEST)
