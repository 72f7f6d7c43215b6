import { expect, test, vi } from 'vitest'
import { removeStoredData } from '#lib/api/stored-data.ts'
import { createStorage } from '#lib/testing-storage.ts'
import { getRememberedImport, rememberImport } from './get-remembered-import.ts'

test('the import that was begun here is remembered until the office logs out', () => {
  const localStorageStub = createStorage()
  vi.stubGlobal('localStorage', localStorageStub)
  vi.stubGlobal('sessionStorage', createStorage())
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
