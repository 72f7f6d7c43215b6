import { beforeEach, expect, test, vi } from 'vitest'
import { getDraftsIdKey } from '#lib/api/stored-data.ts'
import { createStorage } from '#lib/testing-storage.ts'
import { deleteDraft, deleteDraftsOfOthers, saveDraft, loadDraft, startDrafts } from './drafts.ts'

const storedItems = new Map<string, string>()

beforeEach(() => {
  storedItems.clear()
  const storageStub = {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, text: string) => storedItems.set(key, text),
    removeItem: (key: string) => storedItems.delete(key),
  }
  vi.stubGlobal('sessionStorage', storageStub)
  vi.stubGlobal('localStorage', storageStub)
  vi.stubGlobal('location', { pathname: '/' })
  storedItems.set('CLIENT_SESSION_TOKEN', 'token')
  startDrafts()
})
test('a draft belongs to one form of one account', () => {
  saveDraft('client 1', 'gatePass', { values: { bearerName: 'Ana', image: undefined } })
  expect(loadDraft('client 2', 'gatePass')).toBeUndefined()
  expect(loadDraft('client 1', 'visitor')).toBeUndefined()
  deleteDraft('client 2', 'gatePass')
  // `undefined` is stored as null, because JSON would drop it and the emptied field would get its old value
  // back.
  expect(loadDraft('client 1', 'gatePass')).toEqual({ values: { bearerName: 'Ana', image: null } })
  deleteDraft('client 1', 'gatePass')
  expect(loadDraft('client 1', 'gatePass')).toBeUndefined()
})

test('after a logout in another tab an open page stores no draft any more', () => {
  storedItems.delete(getDraftsIdKey('client'))
  saveDraft('client 1', 'gatePass', { values: { bearerName: 'Ana' } })
  expect(loadDraft('client 1', 'gatePass')).toBeUndefined()
})

test('the login of another account deletes drafts and unanswered requests, the same account keeps them', () => {
  const session = createStorage({ 'UNANSWERED POST /message {}': 'key' })
  vi.stubGlobal('sessionStorage', session)
  saveDraft('client 1', 'message', { values: { text: 'Hello' } })
  deleteDraftsOfOthers('client 1')
  expect(Object.keys(session)).toHaveLength(2)
  deleteDraftsOfOthers('client 2')
  expect(Object.keys(session)).toEqual([])
})
