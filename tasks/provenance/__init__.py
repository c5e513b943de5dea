"""Where a reference's metadata comes from: reading API answers, comparing a bibliography with them field by field."""
