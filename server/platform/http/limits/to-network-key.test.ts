import { describe, expect, test } from 'vitest'
import { toNetworkKey } from './to-network-key.ts'

describe('addresses are counted', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1'],
    ['2001:db8:0:1:bbbb:0:0:2', '2001:db8:0:1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s as %s', (address, networkKey) => {
    expect(toNetworkKey(address)).toBe(networkKey)
  })
})
