"""Reviews kept alive by a schedule: the order, the timetable, and the schedule on the Prefect server."""
