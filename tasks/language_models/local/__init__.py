"""Language models that run on this machine, or on a server of one's own: no key, no price."""
