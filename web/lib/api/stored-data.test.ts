import { expect, test, vi } from 'vitest'
import { createStorage, type StoredItems } from '../testing-storage.ts'
import { removeStoredData } from './stored-data.ts'

const createStorageWithKeys = (...keys: string[]): StoredItems =>
  createStorage(Object.fromEntries(keys.map((key) => [key, 'x'])))

function listKeysAfter(isEnded: boolean): string[] {
  const localStorageStub = createStorageWithKeys(
    'CLIENT_SESSION_TOKEN',
    'LAST_SEEN',
    'OFFLINE /tickets',
    'ADMIN_SESSION_TOKEN',
    'THEME',
  )
  Object.assign(localStorageStub, { 'DRAFTS client': 'mine', 'DRAFTS admin': 'office' })
  const session = createStorageWithKeys(
    'DRAFT mine gatePass',
    'DRAFT office tenant',
    'LEFT',
    'SCROLLED',
    'UNANSWERED POST /message {}',
  )
  vi.stubGlobal('localStorage', localStorageStub)
  vi.stubGlobal('sessionStorage', session)
  removeStoredData('client', isEnded)
  return [...Object.keys(localStorageStub), ...Object.keys(session)]
}

test('a logout removes all but what belongs to the browser and to other areas', () => {
  expect(listKeysAfter(false)).toEqual([
    'ADMIN_SESSION_TOKEN',
    'THEME',
    'DRAFTS admin',
    'DRAFT office tenant',
  ])
})

test('the end of a session keeps its drafts, unanswered requests, and where it ended', () => {
  expect(listKeysAfter(true)).toEqual([
    'ADMIN_SESSION_TOKEN',
    'THEME',
    'DRAFTS client',
    'DRAFTS admin',
    'DRAFT mine gatePass',
    'DRAFT office tenant',
    'LEFT',
    'UNANSWERED POST /message {}',
  ])
})
