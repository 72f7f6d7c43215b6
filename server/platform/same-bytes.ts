import { timingSafeEqual } from 'node:crypto'

/** Whether two buffers are equal, in constant time. */
export function sameBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
