"""Which JSON schemas the API can follow when it writes an answer: a part of the standard, and every object closed.

The rules are those of https://platform.claude.com/docs/en/build-with-claude/structured-outputs; bounds of numbers,
lengths and items are not among what can be asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.benchmarks.servers.refused import Refused

_PLACE = "output_config.format.schema"
_ANYWHERE = {"type", "title", "description", "enum", "const", "anyOf", "allOf", "$ref", "$defs", "default"}
_BY_TYPE = {
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems"},
    "string": {"format", "pattern"},
}
_TYPES = {"object", "array", "string", "integer", "number", "boolean", "null"}
_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}
_MOST_OPTIONAL, _MOST_UNIONS = 24, 16


def check_schema(schema: Any) -> None:
    """Check that the API can follow a schema.

    Raises:
        Refused: it cannot.
    """
    if not isinstance(schema, dict):
        raise Refused(400, f"{_PLACE}: Input should be a valid dictionary")
    definitions = schema.get("$defs", {})
    parts: list[Mapping[str, Any]] = []
    for part in (schema, *definitions.values()):
        _collect(part, parts)
    for part in parts:
        _check_part(part, definitions)
    for name in definitions:
        _check_depth(name, definitions, ())
    optional = sum(len(part.get("properties", {})) - len(part.get("required", [])) for part in parts)
    unions = sum("anyOf" in part for part in parts)
    for count, most, kind in ((optional, _MOST_OPTIONAL, "optional parameters"), (unions, _MOST_UNIONS, "unions")):
        if count > most:
            raise Refused(400, f"Schema contains too many {kind} ({count}; limit: {most})")


def _collect(part: Any, parts: list[Mapping[str, Any]]) -> None:
    if not isinstance(part, dict):
        raise Refused(400, f"{_PLACE}: a schema should be a valid dictionary")
    parts.append(part)
    below = [*part.get("properties", {}).values(), *part.get("anyOf", []), *part.get("allOf", [])]
    for child in below + ([part["items"]] if "items" in part else []):
        _collect(child, parts)


def _check_part(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> None:
    kind = part.get("type")
    if kind is not None and (not isinstance(kind, str) or kind not in _TYPES):
        raise Refused(400, f"{_PLACE}: '{kind}' is not a supported type")
    if kind is None and not {"enum", "const", "anyOf", "allOf", "$ref"} & set(part):
        raise Refused(400, f"{_PLACE}: a schema without 'type' is not supported")
    for name in sorted(set(part) - _ANYWHERE - _BY_TYPE.get(kind or "", set())):
        raise Refused(400, f"{_PLACE}: For '{kind}' type, property '{name}' is not supported")
    if kind == "object" and part.get("additionalProperties") is not False:
        raise Refused(400, f"{_PLACE}: For 'object' type, 'additionalProperties' must be explicitly set to false")
    if part.get("minItems", 0) not in (0, 1):
        raise Refused(400, f"{_PLACE}: For 'array' type, 'minItems' values other than 0 or 1 are not supported")
    if "format" in part and part["format"] not in _FORMATS:
        raise Refused(400, f"{_PLACE}: For 'string' type, format '{part['format']}' is not supported")
    if wrong := set(part.get("required", [])) - set(part.get("properties", {})):
        raise Refused(400, f"{_PLACE}: required property '{min(wrong)}' is not among the properties")
    if (target := part.get("$ref")) and target.removeprefix("#/$defs/") not in definitions:
        raise Refused(400, f"{_PLACE}: '{target}' leads nowhere; external references are not supported")


def _check_depth(name: str, definitions: Mapping[str, Any], above: tuple[str, ...]) -> None:
    if name in above:
        raise Refused(400, f"{_PLACE}: recursive schemas are not supported ('{name}')")
    parts: list[Mapping[str, Any]] = []
    _collect(definitions[name], parts)
    for part in parts:
        if "$ref" in part:
            _check_depth(part["$ref"].removeprefix("#/$defs/"), definitions, (*above, name))
