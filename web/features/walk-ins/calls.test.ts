import { expect, test } from 'vitest'
import { createWalkInKeys } from './calls.ts'

test('a walk-in is sent again with its key; a corrected or refused one gets another (rules 14.12)', () => {
  const keys = createWalkInKeys()
  const request = { tenantId: 1, name: 'Maria Santos', people: 1 }
  const firstKey = keys.getKey(request)
  expect(keys.getKey({ ...request })).toBe(firstKey)
  const correctedKeys = [keys.getKey({ ...request, people: 2 }), keys.getKey({ ...request, tenantId: 2 })]
  expect(new Set([firstKey, ...correctedKeys]).size).toBe(3)
  expect(keys.getKey(request)).toBe(firstKey)
  keys.deleteKey(request)
  expect(keys.getKey(request)).not.toBe(firstKey)
})
