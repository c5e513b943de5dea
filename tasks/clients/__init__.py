"""The only other HTTP: one client per service, each behind a base URL setting."""
