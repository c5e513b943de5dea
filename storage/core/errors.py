"""Every error litreview raises on purpose.

::

    LitreviewError
    ├── InputError            what the user gave is wrong: one sentence, exit 2
    │   ├── CatalogueError    a catalogue file or service that cannot be read
    │   ├── DamagedReview     a file of a review is damaged; resuming sets it aside and goes on from what is intact
    │   └── PlanMismatch      another topic, catalogue or year range under an existing name
    ├── LedgerInUse           another process holds the review, exit 2
    └── StoppedShort          the run ended before there was a review, exit 1; what exists is kept
        ├── NothingFound      no search hit at all
        ├── BudgetExhausted   the next call may cost more than is left of the budget
        ├── StoppedByPerson   a person stopped the run, or nobody answered a question in time
        ├── RecordMissing     a replay asks what the recorded review never asked
        ├── QuotaExhausted    a service's daily allowance is used up; says when to go on
        ├── SpendLimitReached   the language model's service will not bill any more; never asked again
        └── ServiceUnavailable  a language model's service or a bucket gave no answer at any try
            └── AnswerLost      an answer that may have been charged was lost in transit
"""

from __future__ import annotations

from datetime import datetime


class LitreviewError(Exception):
    """Base of all errors; `exit_code` is what the command line ends with."""

    exit_code = 1


class InputError(LitreviewError):
    """What the user gave is wrong; the message names it and the remedy in one sentence."""

    exit_code = 2


class CatalogueError(InputError):
    """A catalogue cannot be read; the message names file and line."""


class DamagedReview(InputError):
    """A file of a review is damaged; resuming sets it aside and goes on from what is intact."""


class PlanMismatch(InputError):
    """The review of this name was planned differently."""


class LedgerInUse(LitreviewError):
    """The review's ledger is held by another process."""

    exit_code = 2


class StoppedShort(LitreviewError):
    """The run ended before there was a review; everything found is kept."""


class NothingFound(StoppedShort):
    """No search returned a single work."""


class BudgetExhausted(StoppedShort):
    """The next call may cost more than is left of the budget; resuming under a larger one goes on."""


class StoppedByPerson(StoppedShort):
    """A person stopped the run, or nobody answered and it was to stop in that case; resuming asks again."""


class RecordMissing(StoppedShort):
    """A replay asks for an answer that the recorded review does not hold."""


class QuotaExhausted(StoppedShort):
    """A service's allowance is used up until `resume_after` (UTC)."""

    def __init__(self, message: str, resume_after: datetime) -> None:
        """Keep the time at which the allowance is renewed."""
        super().__init__(message)
        self.resume_after = resume_after

    def __reduce__(self) -> tuple[type[QuotaExhausted], tuple[str, datetime]]:
        """Pickle together with the time, as a task run in another process requires."""
        return QuotaExhausted, (str(self), self.resume_after)


class SpendLimitReached(StoppedShort):
    """The language model's service refuses for lack of money: a spend limit is reached, or no credit is left."""


class ServiceUnavailable(StoppedShort):
    """A language model's service or a bucket could not be reached, or was too busy, at every try."""


class AnswerLost(ServiceUnavailable):
    """The language model's service was asked for something that costs money, and its answer did not arrive."""
