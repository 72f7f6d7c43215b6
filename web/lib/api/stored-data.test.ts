import { expect, test, vi } from 'vitest'
import { createStorage, type Stored } from '../testing-storage.ts'
import { removeStoredData } from './stored-data.ts'

const storageOf = (...keys: string[]): Stored =>
  createStorage(Object.fromEntries(keys.map((key) => [key, 'x'])))

function keysAfter(isEnded: boolean): string[] {
  const local = storageOf(
    'CLIENT_SESSION_TOKEN',
    'LAST_SEEN',
    'OFFLINE /tickets',
    'ADMIN_SESSION_TOKEN',
    'THEME',
  )
  Object.assign(local, { 'DRAFTS client': 'mine', 'DRAFTS admin': 'office' })
  const session = storageOf('DRAFT mine gatePass', 'DRAFT office tenant', 'LEFT', 'SCROLLED')
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  removeStoredData('client', isEnded)
  return [...Object.keys(local), ...Object.keys(session)]
}

test('a logout removes all but what belongs to the browser and to other areas', () => {
  expect(keysAfter(false)).toEqual(['ADMIN_SESSION_TOKEN', 'THEME', 'DRAFTS admin', 'DRAFT office tenant'])
})

test('the end of a session keeps its drafts, and where it ended', () => {
  expect(keysAfter(true)).toEqual([
    'ADMIN_SESSION_TOKEN',
    'THEME',
    'DRAFTS client',
    'DRAFTS admin',
    'DRAFT mine gatePass',
    'DRAFT office tenant',
    'LEFT',
  ])
})
