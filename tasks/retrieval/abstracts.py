"""Abstracts for works whose catalogue has none."""

from __future__ import annotations

from storage.records.search import Work
from tasks.retrieval.services import Services
from tasks.services.answers import Absence, Abstract


def find_abstract(work: Work, services: Services) -> Abstract | Absence:
    """Return the first abstract found at the services that know some, in their order.

    Without one, the absence tells what each service said; it is `unavailable` if one of them gave no answer.
    """
    absences = []
    for finder in services.abstract_finders():
        if not finder.takes(work):
            continue
        found = finder.find_abstract(work)
        if isinstance(found, Abstract):
            return found
        absences.append(found)
    if not absences:
        return Absence("abstracts", "No service that knows abstracts could be asked about this work.")
    silent = any(absence.status == "unavailable" for absence in absences)
    reason = " ".join(absence.reason for absence in absences)
    return Absence("abstracts", reason, "unavailable" if silent else "absent")
