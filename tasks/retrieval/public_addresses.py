"""Which internet addresses strangers may send us to: public ones, whatever form they are written in.

After the IANA special-purpose address registries (RFC 6890 and its successors), with the metadata services of clouds.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_V4 = [
    (ip_network(network), kind)
    for network, kind in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "carrier's private"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "metadata"),
        ("169.254.0.0/16", "link-local or metadata"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
]
_V6 = [
    (ip_network(network), kind)
    for network, kind in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "reserved"),
        ("3fff::/20", "documentation"),
    )
]
_ASSIGNED_V6 = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")


def find_forbidden_kind(address: str) -> str | None:
    """Return what kind of address makes this one forbidden ("loopback", "private" ...), None for a public one.

    Raises:
        ValueError: it is no address.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        inner = _find_embedded(ip)
        if inner is None:
            return _find_kind_v6(ip)
        ip = inner
    kind = next((kind for network, kind in _V4 if ip in network), None)
    return kind or (None if ip.is_global else "private")


def _find_embedded(ip: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address an IPv6 address leads to: mapped (RFC 4291) or translated (RFC 6052)."""
    return IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.ipv4_mapped


def _find_kind_v6(ip: IPv6Address) -> str | None:
    kind = next((kind for network, kind in _V6 if ip in network), None)
    return kind or (None if ip in _ASSIGNED_V6 and ip.is_global else "reserved")
