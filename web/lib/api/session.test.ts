import { afterEach, expect, test, vi } from 'vitest'
import { areaOf, homeOf, lastEndedSession } from './session.ts'

afterEach(() => void vi.unstubAllGlobals())

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

/** Returns where a resident's login leads after a session that ended at this path. */
function returnFrom(path: string): string | undefined {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify({ why: '', path }) })
  return lastEndedSession()?.path
}

test('a login returns to where the last session of its area ended, and to no other site', () => {
  expect(returnFrom('/tickets?page=2')).toBe('/tickets?page=2')
  for (const path of ['/admin/tickets', '//evil.example/tickets']) expect(returnFrom(path)).toBeUndefined()
})
