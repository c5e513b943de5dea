"""How many tasks that ask one service may run at once, over all runs of a Prefect server: initial limits."""

from __future__ import annotations

import httpx
from prefect.client.orchestration import get_client
from prefect.exceptions import ObjectNotFound, PrefectException

from storage.core.errors import LitreviewError

# Twice what one run uses at once: a task that waits for a slot checks again only after half a minute.
STARTERS = {"anthropic": 8, "catalogue": 8, "records": 8, "fulltext": 8, "zotero": 2}


def put_starter_limits() -> dict[str, int]:
    """Set a limit on each tag of tasks that ask a service, where there is none yet; return the limits set, by tag.

    A limit changed in the UI or with ``prefect concurrency-limit create`` stays as it is.

    Raises:
        LitreviewError: the server refuses.
    """
    put = {}
    try:
        with get_client(sync_client=True) as client:
            for tag, most in STARTERS.items():
                try:
                    client.read_concurrency_limit_by_tag(tag)
                except ObjectNotFound:
                    client.create_concurrency_limit(tag, most)
                    put[tag] = most
    except (httpx.HTTPError, PrefectException) as error:
        said = " ".join(str(error).split())[:300]
        raise LitreviewError(f"the Prefect server does not accept concurrency limits ({said}); see its log") from error
    return put
