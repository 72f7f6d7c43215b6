import { expect, test } from 'vitest'
import { overlaps } from './taken-times.tsx'

const takenSlot = { startTime: '2026-03-14T01:00:00Z', endTime: '2026-03-14T03:00:00Z' }

test('times that share a minute overlap', () => {
  expect(overlaps(takenSlot, '2026-03-14T02:59:00Z', '2026-03-14T04:00:00Z')).toBe(true)
  expect(overlaps(takenSlot, '2026-03-14T01:30:00Z', '2026-03-14T02:00:00Z')).toBe(true)
})

test('adjacent times do not overlap', () => {
  expect(overlaps(takenSlot, '2026-03-14T03:00:00Z', '2026-03-14T04:00:00Z')).toBe(false)
  expect(overlaps(takenSlot, '2026-03-14T00:00:00Z', '2026-03-14T01:00:00Z')).toBe(false)
})
