"""How a living review is searched again, and where new works go."""
