import { expect, test, vi } from 'vitest'
import { removeStoredData } from '#lib/api/stored-data.ts'
import { getRememberedImport, rememberImport } from './get-remembered-import.ts'

type Stored = Record<string, string>
const METHODS = {
  getItem(this: Stored, key: string) {
    return this[key] ?? null
  },
  setItem(this: Stored, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Stored, key: string) {
    delete this[key]
  },
}

test('the import that was begun here is remembered until the office logs out', () => {
  const local = Object.create(METHODS) as Stored
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', Object.create(METHODS) as Stored)
  expect(getRememberedImport()).toBeUndefined()
  rememberImport('an id')
  for (const area of ['client', 'super-admin'] as const) removeStoredData(area, false)
  expect(getRememberedImport()).toBe('an id')
  removeStoredData('admin', false)
  expect(getRememberedImport()).toBeUndefined()
  rememberImport('an id')
  rememberImport(undefined)
  expect(getRememberedImport()).toBeUndefined()
})
