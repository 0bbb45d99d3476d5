"""Network addresses, as limits count them."""

from __future__ import annotations

import ipaddress


def neighbourhood(address: str) -> str:
    """Return the name under which limits count an address: itself, or for IPv6 its network of 64 bits, because each
    device in one takes as many addresses as it likes.

    >>> neighbourhood("192.168.1.7"), neighbourhood("::ffff:192.168.1.7")
    ('192.168.1.7', '192.168.1.7')
    >>> neighbourhood("fe80::1:2%wlan0") == neighbourhood("fe80::9"), neighbourhood("2001:db8:0:1::5")
    (True, '2001:db8:0:1::/64')
    >>> neighbourhood("nonsense")
    'nonsense'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
