"""The records that pass between storage and tasks."""
