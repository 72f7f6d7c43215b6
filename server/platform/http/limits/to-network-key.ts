import ipaddr from 'ipaddr.js'

/** Returns the key by which an address is counted: the first 64 bits of IPv6, the network of a household. */
export function toNetworkKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // converts IPv4-mapped IPv6 addresses to IPv4
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16))
  return groups.join(':')
}
