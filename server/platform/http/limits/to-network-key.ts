import ipaddr from 'ipaddr.js'

/**
 * Returns the address for which calls are counted. For IPv6 it is the first 64 bits, because a household has
 * a network of that size.
 */
export function toNetworkKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16))
  return groups.join(':')
}
