import { expect, test } from 'vitest'
import { areaOf, homeOf } from './session.ts'

test.each([
  ['/admin/tickets', 'admin'],
  ['/anything/admin', 'admin'],
  ['/super-admin/admin', 'admin'],
  ['/administrators-guide', 'admin'],
  ['/super-admin/utilities', 'super-admin'],
  ['/', 'client'],
  ['/tickets', 'client'],
])('%s belongs to the area %s', (path, area) => expect(areaOf(path)).toBe(area))

test('the home of each area belongs to the area', () => {
  for (const area of ['client', 'admin', 'super-admin'] as const) expect(areaOf(homeOf(area))).toBe(area)
})
