import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { ResidentMe } from '@tahanan/contract/sessions/answers.ts'
import { describePush } from './describe-push.ts'
import { subscribe, type PushState } from './push.ts'
import { renewSubscription } from './schedule-subscription-renewal.ts'
import { PUSH_OWNER_KEY } from './subscription.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

test.each<[PushState, string]>([
  ['on', 'This phone shows your notifications, also while the portal is closed.'],
  ['off', 'This phone does not show your notifications while the portal is closed.'],
  ['denied', 'Allow them in the settings of this site, next to the address, and come back.'],
  [
    'homeScreen',
    'add the portal to your Home Screen first: open the share menu, choose ‘Add to Home Screen’, and open the portal',
  ],
  ['unsupported', 'Try the latest Chrome, Firefox or Safari.'],
  ['none', 'This portal sends no notifications to phones.'],
])('where push messages are %s, the resident reads what to do', (state, expectedText) => {
  expect(describePush(state)).toContain(expectedText)
})

const createSubscription = (applicationServerKey: string) => ({
  options: { applicationServerKey: Buffer.from(applicationServerKey, 'base64url') },
  unsubscribe: vi.fn(),
  toJSON: () => ({ endpoint: `https://push.test/${applicationServerKey}` }),
})

/**
 * Fakes a browser that has a subscription made with the key `known`, and a portal whose push key is `key`.
 */
function stubBrowser({ known, key }: { known: string | null; key: string }) {
  const postedBodies: unknown[] = []
  const oldSubscription = known === null ? null : createSubscription(known)
  const pushManager = {
    getSubscription: () => Promise.resolve(oldSubscription),
    subscribe: (options: { applicationServerKey: string }) =>
      Promise.resolve(createSubscription(options.applicationServerKey)),
  }
  const registration = Promise.resolve({ pushManager })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: registration, getRegistration: () => registration },
  })
  const fakeStorage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => fakeStorage.get(name) ?? null,
    setItem: (name: string, value: string) => fakeStorage.set(name, value),
    removeItem: (name: string) => fakeStorage.delete(name),
  })
  queryClient.setQueryData(meQuery.queryKey, { area: 'client', id: 7 } as ResidentMe)
  const get = vi.spyOn(api, 'get').mockResolvedValue({ key })
  const post = vi
    .spyOn(api, 'post')
    .mockImplementation((_path, body) => Promise.resolve(void postedBodies.push(body)))
  onTestFinished(() => {
    queryClient.clear()
    get.mockRestore()
    post.mockRestore()
  })
  return { old: oldSubscription, posted: postedBodies, stored: fakeStorage }
}

test.each([
  ['a portal without a key subscribes nobody', { known: null, key: '' }, []],
  ['a browser is subscribed by the key of the portal', { known: null, key: 'bmV3' }, ['bmV3']],
  ['its subscription by this key stays', { known: 'bmV3', key: 'bmV3' }, ['bmV3']],
  ['one by an earlier key is replaced', { known: 'b2xk', key: 'bmV3' }, ['bmV3']],
])('%s', async (_, browserState, keys) => {
  const { old, posted, stored } = stubBrowser(browserState)
  await subscribe()
  expect(posted).toEqual(keys.map((key) => ({ endpoint: `https://push.test/${key}` })))
  // The resident's id stays stored, so that their next login subscribes again after a logout ended the
  // subscription.
  expect(stored.get(PUSH_OWNER_KEY)).toBe(keys.length > 0 ? '7' : undefined)
  if (old) expect(old.unsubscribe).toHaveBeenCalledTimes(browserState.known === browserState.key ? 0 : 1)
})

test.each<[string, { of: string; permission: NotificationPermission; known?: string }, number]>([
  ['a lost subscription of the resident is made again', { of: '7', permission: 'granted' }, 1],
  ['a browser that is subscribed says so', { of: '7', permission: 'granted', known: 'bmV3' }, 1],
  ['nobody is subscribed who did not turn it on here', { of: '8', permission: 'granted' }, 0],
  [
    'without the permission nobody is subscribed, and the resident is told',
    { of: '7', permission: 'denied' },
    0,
  ],
])('after the start %s (rules 23.35)', async (_, { of, permission, known = null }, times) => {
  const { posted, stored } = stubBrowser({ known, key: 'bmV3' })
  stored.set('CLIENT_SESSION_TOKEN', 'token').set(PUSH_OWNER_KEY, of)
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('window', { Notification })
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue()
  onTestFinished(() => errorToast.mockRestore())
  await renewSubscription()
  expect(posted).toHaveLength(times)
  expect(errorToast).toHaveBeenCalledTimes(permission === 'denied' ? 1 : 0)
  expect(stored.get(PUSH_OWNER_KEY)).toBe(permission === 'denied' ? undefined : of)
})
