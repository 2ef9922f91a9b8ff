"""Django's settings, one file for every installation: what differs is read from the environment.

Safe by default: without a variable set, the site is in production mode. `.env.example` explains each one.
"""

import os
from importlib.metadata import version
from pathlib import Path
from typing import Any

import django_stubs_ext
from celery.schedules import crontab, schedule
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from config.databases import REPLICA, read_databases
from config.environment import MAX_PORT, ConfigurationError, Environment, OpenIdProvider, broker_socket_path
from config.logs import logging_configuration
from config.memory import leave_out_postgres_fields
from config.monitoring.settings import MIN_TOKEN_LENGTH, TraceExport, checked_dsn
from config.object_storage import Bucket
from config.static_files import add_static_headers
from core.web.room import RoomHosts
from jobs.queues import DEFAULT_QUEUE, PAIRING_QUEUE, QUEUES

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = version("kiebitz")  # as pyproject.toml says, and nothing else does
HOUR = 60 * 60  # in seconds
DAY = 24 * HOUR
MAX_DAYS = 36_500  # a century

try:
    env = Environment(os.environ, base_dir=BASE_DIR)

    DEBUG = env.flag("DEBUG", default=False)
    SECRET_KEY = env.text("SECRET_KEY", "insecure-key-for-development-only" if DEBUG else "")
    if not SECRET_KEY:
        raise ConfigurationError(
            "SECRET_KEY is not set: put SECRET_KEY=(50 random characters or more) into .env or the environment."
        )
    # Whether phones in the room may come by the address that this machine has there; names that were given win.
    ROOM = env.flag("ROOM", default=False)
    ALLOWED_HOSTS = (
        env.hosts("ALLOWED_HOSTS")
        or (RoomHosts() if ROOM else [])
        or (["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
    )
    if not ALLOWED_HOSTS:
        raise ConfigurationError(
            "ALLOWED_HOSTS is not set: put the site's host names there, separated by commas (club.example.org)."
        )
    # Whether visitors reach the site by https. Off only where there is no certificate, as in the club room.
    HTTPS = env.flag("HTTPS", default=not DEBUG)
    # Where the links in mails lead that are written outside a request.
    SITE_URL = env.site("SITE_URL") or (
        f"{'https' if HTTPS else 'http'}://{ALLOWED_HOSTS[0].lstrip('.*') or 'localhost'}"
    )
    # The port by which phones in the room come; none if links lead elsewhere.
    ROOM_PORT = (
        env.number("PORT", 8000, minimum=1, maximum=MAX_PORT)
        if isinstance(ALLOWED_HOSTS, RoomHosts) and not (HTTPS or env.site("SITE_URL"))
        else None
    )
    # How many reverse proxies of ours stand in front; their X-Forwarded-* headers are believed, no others.
    PROXY_COUNT = env.number("PROXY_COUNT", 0)
    # For how long browsers insist on https: a short time until the operator trusts the certificate.
    HSTS_SECONDS = env.number("HSTS_SECONDS", 60 * 60, maximum=2 * 365 * DAY)
    HSTS_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=False)
    HSTS_PRELOAD = env.flag("HSTS_PRELOAD", default=False)
    VAR_DIR = env.folder("VAR_DIR", "var")
    # Where files are kept that every node has to find; None if there is but this machine.
    BUCKET = Bucket.from_environment(env)
    DATABASES = read_databases(env, var=VAR_DIR)
    if all(database["ENGINE"].endswith("sqlite3") for database in DATABASES.values()):
        leave_out_postgres_fields()
    # So many seconds may the replica be behind; else everybody reads from the primary.
    REPLICA_MAX_LAG = env.number("REPLICA_MAX_LAG", 5, minimum=1, maximum=3600)
    REDIS = env.redis("REDIS_URL", default=broker_socket_path(VAR_DIR / "broker"))
    # Which of the server's numbered databases holds the queue; the cache takes the one after it.
    REDIS_DATABASE = env.number("REDIS_DATABASE", 0)
    CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
    # Whether the rights of site administrators wait for a second factor. Off where there is no certificate either.
    ADMINISTRATORS_NEED_SECOND_FACTOR = env.flag(
        "ADMINISTRATORS_NEED_SECOND_FACTOR", default=HTTPS and not DEBUG
    )
    # A provider of OpenID Connect, such as a federation's, with whose accounts people may sign in.
    OIDC = OpenIdProvider.from_settings(
        server=env.site("OIDC_SERVER"),
        client=env.text("OIDC_CLIENT"),
        secret=env.text("OIDC_SECRET"),
        label=env.text("OIDC_LABEL"),
    )

    EMAIL_HOST = env.server("EMAIL_HOST")
    EMAIL_PORT = env.number("EMAIL_PORT", 587, minimum=1, maximum=MAX_PORT)
    EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
    EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
    EMAIL_SECURITY = env.choice("EMAIL_SECURITY", ("starttls", "tls", "none"))
    DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", "Kiebitz <kiebitz@localhost>")

    # What the site's key for notifications is made of; left out, nobody gets any on a screen.
    PUSH_KEY = env.secret("PUSH_KEY", minimum=32)

    LOG_FORMAT = env.choice("LOG_FORMAT", ("text", "json"))
    LOG_LEVEL = env.choice("LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))

    # Who asks for /metrics says this; left out, there is no such page and nothing is counted.
    METRICS_TOKEN = env.secret("METRICS_TOKEN", minimum=MIN_TOKEN_LENGTH)
    # Statements that take longer are logged; 0: none.
    SLOW_QUERY_MILLISECONDS = env.number("SLOW_QUERY_MILLISECONDS", 1000)
    # Where traces and reports of errors go, if anywhere.
    TRACES = TraceExport.from_settings(
        endpoint=env.site("OTEL_EXPORTER_OTLP_ENDPOINT"), headers=env.text("OTEL_EXPORTER_OTLP_HEADERS")
    )
    SENTRY_DSN = checked_dsn(env.text("SENTRY_DSN"))

    # Requests a minute: by one token, by one account, and from one address by those who are not signed in.
    API_RATES = {
        "api-token": env.number("API_REQUESTS_BY_TOKEN", 300, minimum=1),
        "api-account": env.number("API_REQUESTS_BY_ACCOUNT", 600, minimum=1),
        "api-address": env.number("API_REQUESTS_BY_ADDRESS", 120, minimum=1),
    }

    JOB_TIME_LIMIT = env.number("JOB_TIME_LIMIT", 300, minimum=2, maximum=DAY)
    JOB_PATIENCE = env.number("JOB_PATIENCE", 5, minimum=1, maximum=DAY)
    JOB_SWEEP_INTERVAL = env.number("JOB_SWEEP_INTERVAL", 5, minimum=1, maximum=DAY)
    # Rounds have a shorter one: see `max_lease_seconds` of their kind of job.
    JOB_LEASE = env.number("JOB_LEASE", 20, minimum=2, maximum=DAY)

    # Of one upload: bytes as sent, bytes that a zip file may unpack to, records; and uploads of one account an hour.
    GAMES_MOST_UPLOAD_BYTES = env.number("GAMES_MOST_UPLOAD_BYTES", 50 * 1024 * 1024, minimum=1024)
    GAMES_MOST_UNPACKED_BYTES = env.number("GAMES_MOST_UNPACKED_BYTES", 100 * 1024 * 1024, minimum=1024)
    GAMES_MOST_RECORDS = env.number("GAMES_MOST_RECORDS", 20_000, minimum=1)
    GAMES_UPLOADS_PER_HOUR = env.number("GAMES_UPLOADS_PER_HOUR", 60, minimum=1)
    GAMES_CORRECTIONS_PER_HOUR = env.number("GAMES_CORRECTIONS_PER_HOUR", 600, minimum=1)
    RECORDINGS_PER_HOUR = env.number("RECORDINGS_PER_HOUR", 60, minimum=1)
    RECORDING_REQUESTS_PER_HOUR = env.number("RECORDING_REQUESTS_PER_HOUR", 7200, minimum=1)
    ANALYSES_PER_HOUR = env.number("ANALYSES_PER_HOUR", 60, minimum=1)
    ANALYSIS_SAVES_PER_HOUR = env.number("ANALYSIS_SAVES_PER_HOUR", 1800, minimum=1)
    DEAD_POSITIONS_PER_HOUR = env.number("DEAD_POSITIONS_PER_HOUR", 60, minimum=1)
    GAMES_PICTURES_PER_HOUR = env.number("GAMES_PICTURES_PER_HOUR", 600, minimum=1)
    GAMES_ANIMATIONS_PER_HOUR = env.number("GAMES_ANIMATIONS_PER_HOUR", 60, minimum=1)
    GAMES_KEPT_PICTURES_BYTES = env.number("GAMES_KEPT_PICTURES_BYTES", 200 * 1024 * 1024, minimum=0)

    # Days after which rows are deleted that nobody needs any more (docs/operating.md); 0: they are kept for ever.
    KEEP_UPLOADED_FILES_DAYS = env.number("KEEP_UPLOADED_FILES_DAYS", 90, maximum=MAX_DAYS)
    KEEP_RECORDINGS_DAYS = env.number("KEEP_RECORDINGS_DAYS", 365, maximum=MAX_DAYS)
    KEEP_FINISHED_JOBS_DAYS = env.number("KEEP_FINISHED_JOBS_DAYS", 30, maximum=MAX_DAYS)
    KEEP_MAILS_DAYS = env.number("KEEP_MAILS_DAYS", 14, maximum=MAX_DAYS)
    KEEP_NOTIFICATIONS_DAYS = env.number("KEEP_NOTIFICATIONS_DAYS", 60, maximum=MAX_DAYS)
    KEEP_PEOPLE_IMPORTS_DAYS = env.number("KEEP_PEOPLE_IMPORTS_DAYS", 90, maximum=MAX_DAYS)
    KEEP_DATA_EXPORTS_DAYS = env.number("KEEP_DATA_EXPORTS_DAYS", 30, maximum=MAX_DAYS)
    KEEP_SIGN_IN_ATTEMPTS_DAYS = env.number("KEEP_SIGN_IN_ATTEMPTS_DAYS", 7, maximum=MAX_DAYS)
    # Clients count on an answer being there for a day.
    KEEP_API_ANSWERS_DAYS = env.number("KEEP_API_ANSWERS_DAYS", 1, minimum=1, maximum=MAX_DAYS)
    # Days without a visit after which somebody has to sign in again.
    SESSION_DAYS = env.number("SESSION_DAYS", 30, minimum=1, maximum=365)
    # Automatic backups: where, if not in the bucket or in VAR_DIR; how many of each kind stay (0: none are made); and
    # after how many days one goes even so.
    BACKUP_DIR = env.folder("BACKUP_DIR", "") if env.text("BACKUP_DIR") else None
    BACKUP_KEEP = env.number("BACKUP_KEEP", 14)
    BACKUP_KEEP_DAYS = env.number("BACKUP_KEEP_DAYS", 60, minimum=1)
    # A function, for there are secrets among them.
    BACKUP_SETTINGS = env.given
except ConfigurationError as error:
    # This one line is all that is shown, whichever program the site was started with.
    raise SystemExit(f"kiebitz: {error}") from None

SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Applications ---------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config.apps.SiteConfig",
    "tournaments",
    "games",
    "players",
    "backups",
    "audit",
    "jobs",
    "core",
    "config.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",  # its widgets' templates, for FORM_RENDERER
    "django_filters",
    "django_htmx",
    "axes",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    # Also without a provider: accounts that were connected once are deleted with their rows.
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "config.middleware.RequestLogMiddleware",
    # Not there unless METRICS_TOKEN or OTEL_EXPORTER_OTLP_ENDPOINT is set.
    "config.monitoring.requests.MetricsMiddleware",
    "config.monitoring.traces.TracingMiddleware",
    "config.middleware.ProxyMiddleware",
    # Before all that may answer or refuse: static files and refusals carry these headers as well.
    "config.middleware.SecurityHeadersMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.static_releases.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.KnownHostMiddleware",
    *(["config.replica.ReplicaMiddleware"] if REPLICA in DATABASES else []),
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.FormAddressMiddleware",
    # Last: it turns the lock-out signal raised while signing in into a page.
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ]
            if not DEBUG
            else [
                "django.template.loaders.filesystem.Loader",
                "django.template.loaders.app_directories.Loader",
            ],
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context_processors.site",
            ],
        },
    },
]

FORM_RENDERER = "config.forms.FormRenderer"

# --- Data -----------------------------------------------------------------------------------------

DATABASE_ROUTERS = ["core.db.replica.ReplicaRouter"] if REPLICA in DATABASES else []
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_CACHE = {
    # A list, for Django would cut a string at each comma and semicolon, also in a password.
    "LOCATION": [REDIS.for_redis_client(database=REDIS_DATABASE + 1)],
    "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
}
CACHES = {
    "default": _CACHE | {"BACKEND": "django.core.cache.backends.redis.RedisCache", "KEY_PREFIX": "kiebitz"},
    # What pages are made of; they are made without it while its server is away.
    "pages": _CACHE | {"BACKEND": "core.web.fragments.PageCache", "KEY_PREFIX": "kiebitz-pages"},
}

# --- Accounts -------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "players.accounts.services.sign_in_limits.GuessingGuard",
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "players.admin_site.PolicyBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "display_name")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 60 * 60 * 4

ACCOUNT_ADAPTER = "players.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"  # see docs/decisions/0004-accounts.md
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGIN_TIMEOUT = 60 * 10  # from the password to the code
ACCOUNT_SESSION_REMEMBER = True
# Ours count by network and by account, go on without the cache, and say when to come again.
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False

MFA_ADAPTER = "players.accounts.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_REAUTHENTICATION_REQUIRED = False  # every form that changes a factor asks for the password itself

SOCIALACCOUNT_ADAPTER = "players.accounts.adapters.ProviderAdapter"
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [OIDC.as_app()]}} if OIDC else {}
SOCIALACCOUNT_QUERY_EMAIL = True

AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 1  # hours
AXES_RESET_ON_SUCCESS = True
# A stranger who guesses must not lock the owner out at home: the pair of name and address counts.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "players.accounts.services.sign_in.axes_username"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the page says when it ends, and then it ends
AXES_DISABLE_ACCESS_LOG = True  # who signed in when and from where is nobody's business
AXES_CLIENT_IP_CALLABLE = "config.middleware.client_address"
AXES_LOCKOUT_CALLABLE = "players.accounts.views.sign_in.locked_out"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "code"]  # not kept with the failures

# --- Transport and headers ------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "players.session_store"  # rows that know whose they are
SESSION_COOKIE_NAME = "kiebitz_session"
SESSION_COOKIE_AGE = SESSION_DAYS * DAY
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = HSTS_SECONDS if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = (
    HSTS_SUBDOMAINS or HSTS_PRELOAD
)  # browsers preload a name with all below it, or not at all
SECURE_HSTS_PRELOAD = HSTS_PRELOAD
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY_COUNT else None
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.views.csrf_failure"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        # Browsers look at where a form leads in the end: signing in with a provider leads there.
        "form-action": [SELF, *([OIDC.origin] if OIDC else [])],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        **({"upgrade-insecure-requests": True} if HTTPS else {}),
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "config.forms.LimitedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- Static files ---------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
# What the site shows as help and as rules of the games, with the pictures in it.
GUIDES_DIR = BASE_DIR / "docs"
STATICFILES_DIRS = [BASE_DIR / "static", ("guides", GUIDES_DIR / "boards")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.StaticStorage"
    },
    **(BUCKET.storages() if BUCKET else {}),
}
# Every page links to the hashed names; the plain ones would only be compressed for nobody.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# They are for our own pages, the embedded board among them, which is ours also where it stands on another site.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = add_static_headers
MEDIA_ROOT = VAR_DIR / "media"
GAMES_PICTURES_DIR = VAR_DIR / "pictures"
# Files of the site are read by the site alone, see config.private_files.
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# --- Languages and time ---------------------------------------------------------------------------

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["config.formats"]
LANGUAGES = [("en", _("English")), ("de", _("German")), ("es", _("Spanish")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Mail -----------------------------------------------------------------------------------------

# Every mail is a row first and is delivered by a job: a mail server that is down loses nothing.
EMAIL_BACKEND = "jobs.mail.OutboxBackend"
MAIL_DELIVERY_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.console.EmailBackend"
)
EMAIL_USE_TLS = EMAIL_SECURITY == "starttls"
EMAIL_USE_SSL = EMAIL_SECURITY == "tls"
EMAIL_TIMEOUT = 20

# --- Notifications --------------------------------------------------------------------------------

# No variable: tests alone let messages go to plain servers on this machine.
PUSH_TO_LOOPBACK = False

# --- Jobs -----------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS.for_celery(database=REDIS_DATABASE)
# What a page waits for, and the rest. A worker that names no queue serves both, the first one first.
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in QUEUES]
CELERY_TASK_DEFAULT_QUEUE = DEFAULT_QUEUE
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # what a job did stands in the database, not in a result store
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True  # the row says what comes next, the message has done its duty
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Celery would open a new connection to the database for every task; config.celery closes what is old or broken.
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_TASK_SOFT_TIME_LIMIT = JOB_TIME_LIMIT
CELERY_TASK_TIME_LIMIT = JOB_TIME_LIMIT + 5
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": JOB_TIME_LIMIT
    + 60,  # above the longest task, or a running one would be handed out again
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "queue_order_strategy": "config.celery:PairingFirst",
    # Publishing tries twice and gives up: a request must not wait for a dead broker, nor for one that takes connections
    # and answers nobody; the sweeper delivers later. Workers have more patience, see config.celery.
    "socket_connect_timeout": 2,
    "socket_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
    "socket_keepalive": not REDIS.url.startswith("unix:"),
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_TIMEZONE = "UTC"
CELERY_RESULT_EXPIRES = None  # there are no results that would have to be cleared away
CELERY_BEAT_SCHEDULER = "config.scheduler:Scheduler"
# When each was last sent: what was due while the machine was off is sent at its next start.
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep up jobs left behind": {
        "task": "jobs.tasks.sweep",
        "schedule": schedule(JOB_SWEEP_INTERVAL),
        # Behind no import: a round may have lost its worker.
        "options": {"expires": JOB_SWEEP_INTERVAL * 3, "queue": PAIRING_QUEUE},
    },
    "write a backup if one is due": {
        "task": "backups.tasks.make_due_backups",
        "schedule": crontab(),
        "options": {"expires": 60},
    },
    "adjudicate again what a newer engine has not seen": {
        "task": "games.tasks.adjudicate_what_is_due",
        "schedule": crontab(hour=3, minute=17),
        "options": {"expires": DAY},
    },
    "index games whose positions cannot be looked up, and those whose embargo has ended": {
        "task": "games.tasks.index_what_is_due",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 600},
    },
    "make the table for next year's history": {
        "task": "audit.tasks.prepare_next_year",
        "schedule": crontab(hour=3, minute=53),
        "options": {"expires": DAY},
    },
    "delete what is older than the operator wants to keep": {
        "task": "core.tasks.delete_old_rows",
        "schedule": crontab(hour=4, minute=11),
        "options": {"expires": DAY, "priority": 9},
    },
    "hand free games to the rating lists that nobody has handed over": {
        "task": "games.tasks.rate_what_is_due",
        "schedule": crontab(hour=2, minute=23),
        "options": {"expires": DAY},
    },
    "hand over the results of events whose last day has come": {
        "task": "tournaments.tasks.rate_due_events",
        "schedule": crontab(minute=7),
        "options": {"expires": HOUR},
    },
    "clear away event files that nobody has imported": {
        "task": "tournaments.tasks.clear_event_files",
        "schedule": crontab(hour=4, minute=56),
        "options": {"expires": DAY},
    },
    "remind players of records that are due": {
        "task": "tournaments.tasks.remind_of_records",
        "schedule": crontab(minute=37),
        "options": {"expires": HOUR},
    },
}

# --- API ------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.accounts.api.TokenAuthentication",
        "players.accounts.api.SessionAuthentication",
    ],
    # Who may do what is asked of the policies by each view; this only keeps a token to what it is for.
    "DEFAULT_PERMISSION_CLASSES": ["core.api.permissions.TokenHasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["core.api.throttling.ApiThrottle"],
    "DEFAULT_PAGINATION_CLASS": "core.api.pagination.ApiPagination",
    "DEFAULT_PARSER_CLASSES": ["core.api.formats.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "core.api.schema.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "core.api.problems.problem_response",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kiebitz",
    "DESCRIPTION": "People, clubs, games and events of this site. docs/api.md has examples.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,  # each says itself what may be left out
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "players.models.Role",
        "ScopeEnum": "players.models.Scope",
        "RecordStateEnum": "games.models.SubmissionState",
        "AdjudicationStateEnum": "games.models.AdjudicationState",
        "DecisionEnum": ["confirmed", "overruled"],
        "GameResultEnum": "games.models.GameResult",
        "GameSetupEnum": "core.game_types.start_choices",
        "VisibilityEnum": "games.models.Visibility",
        "EventStateEnum": "tournaments.models.EventState",
        "EventSetupEnum": "tournaments.events.services.options.setup_choices",
        "EntryStateEnum": "tournaments.models.EntryState",
        "RoundStateEnum": "tournaments.models.RoundState",
        "AbsenceKindEnum": "tournaments.models.AbsenceKind",
        "ByeKindEnum": "tournaments.models.ByeKind",
        "PairingResultEnum": "tournaments.models.PairingResult",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.api.schema.forbid_unknown_fields",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
}

# --- Logs -----------------------------------------------------------------------------------------

LOGGING_CONFIG = "config.logs.configure_logging"
LOGGING = logging_configuration(log_format=LOG_FORMAT, level=LOG_LEVEL)
