import { expect, test } from 'vitest'
import { areaOf, homeOf } from './session.ts'

test('a path that contains /admin is the administrators’, before anything else', () => {
  expect(areaOf('/admin/tickets')).toBe('admin')
  expect(areaOf('/anything/admin')).toBe('admin')
  expect(areaOf('/super-admin/admin')).toBe('admin')
})

test('a path that contains /super-admin is the super-administrator’s, any other the residents’', () => {
  expect(areaOf('/super-admin/utilities')).toBe('super-admin')
  expect(areaOf('/')).toBe('client')
  expect(areaOf('/administrators-guide')).toBe('admin')
  expect(areaOf('/tickets')).toBe('client')
})

test('each area’s home is in the area', () => {
  for (const area of ['client', 'admin', 'super-admin'] as const) expect(areaOf(homeOf(area))).toBe(area)
})
