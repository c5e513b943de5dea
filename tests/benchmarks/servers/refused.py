"""A request that the loopback Anthropic refuses, in the shape of the API's errors."""

from __future__ import annotations

from typing import Any

TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    503: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


class Refused(Exception):
    """An error answer: its status and what it says."""

    def __init__(self, status: int, message: str) -> None:
        """Keep the status beside the message."""
        super().__init__(message)
        self.status = status


def describe(status: int, message: str, error_code: str = "") -> dict[str, Any]:
    """Return the error object of a status as the API words it."""
    error: dict[str, Any] = {"type": TYPES.get(status, "api_error"), "message": message}
    if error_code:
        error["details"] = {"error_code": error_code}
    return {"type": "error", "error": error}
