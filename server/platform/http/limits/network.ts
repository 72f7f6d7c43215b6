import ipaddr from 'ipaddr.js'

/** Returns an address as it is counted: the first 64 bits of IPv6, since one household has all that follow. */
export function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // an IPv4 address that is written as one of IPv6 is the same
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16))
  return groups.join(':')
}
