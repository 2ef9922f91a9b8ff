"""How the site is watched: metrics, traces, reports of errors, the page that says what is wrong."""
