import { expect, test, vi } from 'vitest'
import { createStorage, type StoredItems } from '../testing-storage.ts'
import {
  getArea,
  deleteSession,
  endFirstPageAfterLogin,
  isFirstPageAfterLogin,
  getHomePath,
  openMyWorkAfterLogin,
  getLastEndedSession,
  goToLogin,
  watchSessionInOtherTabs,
  startSession,
} from './session.ts'

test.each([
  ['/admin/tickets', 'admin'],
  ['/anything/admin', 'admin'],
  ['/super-admin/admin', 'admin'],
  ['/administrators-guide', 'admin'],
  ['/super-admin/utilities', 'super-admin'],
  ['/', 'client'],
  ['/tickets', 'client'],
])('%s belongs to the area %s', (path, area) => expect(getArea(path)).toBe(area))

test('the home of each area belongs to the area', () => {
  for (const area of ['client', 'admin', 'super-admin'] as const)
    expect(getArea(getHomePath(area))).toBe(area)
})

function getStoredReturnPath(path: string): string | undefined {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify({ why: '', path }) })
  return getLastEndedSession()?.path
}

test('a login returns to where the last session of its area ended, and to no other site', () => {
  expect(getStoredReturnPath('/tickets?page=2')).toBe('/tickets?page=2')
  for (const path of ['/admin/tickets', '//evil.example/tickets'])
    expect(getStoredReturnPath(path)).toBeUndefined()
})

function openPage(address: string, local: StoredItems = {}, session: StoredItems = {}) {
  const page = { local: createStorage(local), session: createStorage(session), went: [] as string[] }
  const [pathname = '', search = ''] = address.split(/(?=\?)/)
  vi.stubGlobal('localStorage', page.local)
  vi.stubGlobal('sessionStorage', page.session)
  vi.stubGlobal('location', {
    pathname,
    search,
    reload: () => page.went.push('reload'),
    replace: (to: string) => page.went.push(to),
  })
  return page
}

test('a login keeps its token; only a resident’s forgets what was last seen', () => {
  const resident = openPage('/', { LAST_SEEN: 'x' }, { LEFT: 'x' })
  startSession('new')
  expect([{ ...resident.local }, { ...resident.session }]).toEqual([{ CLIENT_SESSION_TOKEN: 'new' }, {}])
  const officePage = openPage('/admin', { LAST_SEEN: 'x' })
  startSession('new')
  expect({ ...officePage.local }).toEqual({ LAST_SEEN: 'x', ADMIN_SESSION_TOKEN: 'new' })
})

test('the office opens at the desk after a login, once', () => {
  const page = openPage('/admin')
  expect(isFirstPageAfterLogin()).toBe(false)
  openMyWorkAfterLogin()
  expect(page.went).toEqual(['/admin/desk'])
  // React may render a component more than once, so reading must not change the state.
  expect([isFirstPageAfterLogin(), isFirstPageAfterLogin()]).toEqual([true, true])
  endFirstPageAfterLogin()
  expect(isFirstPageAfterLogin()).toBe(false)
})

test('the end of a session leads to the login, which returns with the whole address', () => {
  const page = openPage('/tickets?page=2', { CLIENT_SESSION_TOKEN: 'x' })
  goToLogin('Your session has ended.')
  expect(page.went).toEqual(['/'])
  expect(getLastEndedSession()).toEqual({ why: 'Your session has ended.', path: '/tickets?page=2' })
  deleteSession()
  expect(getLastEndedSession()?.why).toBe('Your session has ended.')
  const pageWithoutReason = openPage(
    '/admin/tickets',
    { ADMIN_SESSION_TOKEN: 'x' },
    { LEFT: '{"why":"","path":"/admin"}' },
  )
  goToLogin()
  expect([pageWithoutReason.went, getLastEndedSession()]).toEqual([['/admin'], undefined])
})

test('a gateway’s return page is loaded again, so that its parameters stay', () => {
  const page = openPage('/billings/payments/aqwire/success?path=open&id=1', { CLIENT_SESSION_TOKEN: 'x' })
  goToLogin('Your session has ended.')
  expect(page.went).toEqual(['reload'])
})

test('another tab’s login or logout of this area is heard, and a page of before is loaded again', () => {
  const page = openPage('/tickets', { CLIENT_SESSION_TOKEN: 'mine' })
  const listeners = new Map<string, (event: object) => void>()
  vi.stubGlobal('addEventListener', (name: string, listen: () => void) => listeners.set(name, listen))
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
  const receivedTokens: (string | null)[] = []
  const stopWatching = watchSessionInOtherTabs((token) => receivedTokens.push(token))
  const dispatchStorageEvent = (key: string, oldValue: string | null, newValue: string | null) =>
    listeners.get('storage')?.({ key, oldValue, newValue })
  dispatchStorageEvent('ADMIN_SESSION_TOKEN', null, 'other')
  dispatchStorageEvent('CLIENT_SESSION_TOKEN', 'mine', 'mine')
  expect(receivedTokens).toEqual([])
  dispatchStorageEvent('CLIENT_SESSION_TOKEN', 'mine', 'theirs')
  dispatchStorageEvent('CLIENT_SESSION_TOKEN', 'theirs', null)
  expect(receivedTokens).toEqual(['theirs', null])
  const dispatchPageShow = (persisted: boolean) => listeners.get('pageshow')?.({ persisted })
  dispatchPageShow(true)
  expect(page.went, 'the same session').toEqual([])
  page.local['CLIENT_SESSION_TOKEN'] = 'theirs'
  dispatchPageShow(false)
  expect(page.went).toEqual([])
  dispatchPageShow(true)
  expect(page.went).toEqual(['reload'])
  stopWatching()
  expect(listeners.size).toBe(0)
})
