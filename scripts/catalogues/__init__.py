"""The catalogues of the site's languages: collect the messages, compile, check. docs/translating.md says more."""
