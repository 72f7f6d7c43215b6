import { timingSafeEqual } from 'node:crypto'

/** Compares two texts in constant time; texts of different length differ. */
export function sameBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
