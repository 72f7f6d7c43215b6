import { timingSafeEqual } from 'node:crypto'

/** Compares in the same time whatever is given; what differs in length is different. */
export function sameBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
