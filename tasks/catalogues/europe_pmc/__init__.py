"""Europe PMC as an index (https://europepmc.org/RestfulWebService)."""
