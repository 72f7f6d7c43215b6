import { afterAll, expect, onTestFinished, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { removeExpiredSessions } from '../sessions/remove-expired-sessions.ts'
import { createPushSender, toOutcome, toPushPayload } from './create-push-sender.ts'
import { DEFAULT_PUSH_HOSTS, isPushEndpoint } from './push-config.ts'
import { LOCAL_CERTIFICATE, createBrowserKeys, parseVapid, startPushService } from './testing-push-service.ts'

const service = await startPushService()
afterAll(() => service.close())
const portal = await openTestPortal({ rateLimitPerMinute: 0, pushToLoopback: LOCAL_CERTIFICATE })
const { db } = portal
const { keys, decryptBody } = createBrowserKeys()
let browserCount = 0
const createBrowser = (path = '') => ({ endpoint: `${service.url}/${++browserCount}${path}`, keys })
const successReply = { status: 200, body: { success: true } }

const listEndpoints = async ({ id }: { id: number }) => {
  const endpointQuery = db.selectFrom('push_subscriptions').select('endpoint').where('tenant_id', '=', id)
  return (await endpointQuery.orderBy('seen_at').orderBy('id').execute()).map(({ endpoint }) => endpoint)
}

async function subscribeBrowser(account?: { id: number }) {
  const tenant = account ? await portal.logIn('client', account) : await portal.as('client')
  const browser = createBrowser()
  expect(await tenant.post('/push-subscription', browser)).toMatchObject(successReply)
  return { who: tenant, browser, account: account ?? tenant.account }
}

const dueNotification = {
  id: 7,
  notificationId: 7,
  kind: 'ticket' as const,
  title: 'Gate pass approved',
  message: 'Ana Reyes may take the sofa out.',
  link: '/tickets?modal=true&id=58',
  brief: 'Gate pass approved, GP-2026-000058',
  letter: null,
  urgent: false,
}
const sendPush = createPushSender({
  db,
  config: portal.services.config,
  portalUrl: () => 'https://portal.example',
  newsHooks: {},
})
const createDueNotifications = (
  { id }: { id: number },
  ...otherNotifications: (typeof dueNotification)[]
) => ({
  area: 'client' as const,
  reader: { id, name: 'Ana', email: '' },
  news: [dueNotification, ...otherNotifications] as const,
  showDetails: false,
})

test('a resident subscribes ten browsers; the longest unseen goes first', async () => {
  const { who } = await subscribeBrowser()
  const ownBrowsers = Array.from({ length: 10 }, () => createBrowser())
  for (const browser of ownBrowsers) await who.post('/push-subscription', browser)
  expect(await listEndpoints(who)).toEqual(ownBrowsers.map(({ endpoint }) => endpoint))
  await who.post('/push-subscription', ownBrowsers[0])
  await Promise.all(
    [createBrowser(), createBrowser()].map((browser) => who.post('/push-subscription', browser)),
  )
  const remainingEndpoints = await listEndpoints(who)
  expect(remainingEndpoints).toHaveLength(10)
  expect(remainingEndpoints).toContain(ownBrowsers[0]?.endpoint)
  expect(remainingEndpoints).not.toContain(ownBrowsers[1]?.endpoint)
})

test('a shared phone moves to the account that visits it; nobody removes another’s', async () => {
  const { who: first, browser } = await subscribeBrowser()
  const secondTenant = await portal.as('client')
  expect(await secondTenant.delete('/push-subscription', { endpoint: browser.endpoint })).toMatchObject(
    successReply,
  )
  expect(await listEndpoints(first)).toEqual([browser.endpoint])
  await secondTenant.post('/push-subscription', browser)
  expect([await listEndpoints(first), await listEndpoints(secondTenant)]).toEqual([[], [browser.endpoint]])
  await secondTenant.delete('/push-subscription', { endpoint: browser.endpoint })
  expect(await listEndpoints(secondTenant)).toEqual([])
})

test('only addresses of push services and real keys are accepted', async () => {
  const tenant = await portal.as('client')
  const postSubscription = async (body: object) => {
    const { status, body: responseBody } = await tenant.post('/push-subscription', {
      ...createBrowser(),
      ...body,
    })
    return [status, Object.keys(responseBody.errors ?? {})]
  }
  const hostileEndpoints = [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://notfcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://push.apple.com.evil.example/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost.evil.example/x',
    'https://fcm.googleapis.com/\nx',
    'https://fcm.googleapis.com\\@evil.example/x',
    `https://fcm.googleapis.com/${'x'.repeat(2000)}`,
    'javascript:alert(1)',
  ]
  for (const endpoint of hostileEndpoints)
    expect([endpoint, ...(await postSubscription({ endpoint }))]).toEqual([endpoint, 400, ['endpoint']])
  expect(await postSubscription({ endpoint: 'https://web.push.apple.com/x' })).toEqual([200, []])
  const invalidKeySets = [
    { ...keys, auth: 'AAAA' },
    { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
  ]
  for (const invalidKeys of invalidKeySets)
    expect(await postSubscription({ keys: invalidKeys })).toEqual([400, ['keys']])
})

test('this machine is a push service only by the option of tests', async () => {
  const { endpoint } = createBrowser()
  expect(isPushEndpoint({ pushHosts: DEFAULT_PUSH_HOSTS }, endpoint)).toBe(false)
  expect(isPushEndpoint(portal.services.config, endpoint)).toBe(true)
})

test('without hosts there is no key, and no browser subscribes', async () => {
  const { config } = portal.services
  const { pushHosts } = config
  Object.assign(config, { pushHosts: [] })
  onTestFinished(() => void Object.assign(config, { pushHosts }))
  const tenant = await portal.as('client')
  expect((await tenant.get('/push-key')).body['key']).toBe('')
  const endpoint = 'https://fcm.googleapis.com/x'
  expect((await tenant.post('/push-subscription', { endpoint, keys })).status).toBe(400)
})

test('a subscription outlives the idle end of its session, and no other end', async () => {
  const { who, browser, account } = await subscribeBrowser()
  await db
    .updateTable('sessions')
    .set({ active_at: new Date(0) })
    .where('id', '=', who.sessionId)
    .execute()
  await removeExpiredSessions(db)
  expect(await listEndpoints(who)).toEqual([browser.endpoint])
  const idleSession = await portal.logIn('client', account)
  await idleSession.post('/push-subscription', browser)
  await idleSession.post('/logout?idle=1')
  expect(await listEndpoints(who)).toEqual([browser.endpoint])

  const loggedOut = await subscribeBrowser(account)
  await loggedOut.who.post('/logout')
  expect(await listEndpoints(who)).toEqual([browser.endpoint])

  const [endedSubscription, ownSubscription] = [
    await subscribeBrowser(account),
    await subscribeBrowser(account),
  ]
  await ownSubscription.who.delete(`/sessions/${endedSubscription.who.sessionId}`)
  expect(await listEndpoints(who)).toEqual([browser.endpoint, ownSubscription.browser.endpoint])
  await ownSubscription.who.delete('/sessions')
  expect(await listEndpoints(who)).toEqual([ownSubscription.browser.endpoint])

  await subscribeBrowser(account)
  const passwords = {
    oldPassword: TEST_PASSWORD,
    newPassword: 'staple-battery-2',
    reNewPassword: 'staple-battery-2',
  }
  expect((await ownSubscription.who.put('/change-password', passwords)).status).toBe(200)
  expect(await listEndpoints(who)).toEqual([ownSubscription.browser.endpoint])
  const officeAdmin = await portal.as('admin')
  await officeAdmin.put(`/tenant/${who.id}`, { password: 'given-by-the-pmo' })
  expect(await listEndpoints(who)).toEqual([])
})

test('the deletion of an account ends its push messages', async () => {
  const { who } = await subscribeBrowser()
  const officeAdmin = await portal.as('admin')
  expect((await officeAdmin.delete(`/tenant/${who.id}`)).status).toBe(200)
  expect(await listEndpoints(who)).toEqual([])
})

test('a message arrives encrypted and signed, with the brief alone', async () => {
  const { who } = await subscribeBrowser()
  service.received.length = 0
  expect(await sendPush(createDueNotifications(who))).toEqual({ state: 'sent' })
  const [push] = service.received
  const { authorization, ttl, urgency, topic } = push?.headers ?? {}
  expect([ttl, urgency, topic]).toEqual(['86400', 'normal', 'news-7'])
  await sendPush({ ...createDueNotifications(who), news: [{ ...dueNotification, urgent: true }] })
  expect(service.received.at(-1)?.headers['urgency']).toBe('high')
  expect(push?.body.toString('latin1')).not.toContain('Gate pass')
  const vapidToken = parseVapid(String(authorization))
  expect(vapidToken).toMatchObject({
    isSigned: true,
    key: (await who.get('/push-key')).body['key'],
    claims: { aud: service.url, sub: 'https://portal.example' },
  })
  expect(decryptBody(push?.body ?? Buffer.alloc(0))).toEqual({
    title: 'Gate pass approved, GP-2026-000058',
    body: '',
    link: '/tickets?modal=true&id=58',
    tag: 'news-7',
  })
})

test('news due together are one message; details are shown on request', () => {
  const otherNotification = {
    ...dueNotification,
    id: 9,
    brief: 'New statement of account',
    link: '/billings',
  }
  const manyNotifications = [
    dueNotification,
    otherNotification,
    ...Array.from({ length: 4 }, () => dueNotification),
  ] as const
  expect(toPushPayload({ news: manyNotifications, showDetails: false })).toEqual({
    title: '6 new notifications',
    body: `${dueNotification.brief}\n${otherNotification.brief}\n${dueNotification.brief}\n${dueNotification.brief}\nand 2 more`,
    link: '/',
    tag: 'news-7',
  })
  expect(toPushPayload({ news: [{ ...dueNotification, brief: '' }], showDetails: false }).title).toBe(
    'News from your community',
  )
  const longNotification = { ...dueNotification, message: '🙂'.repeat(2000), link: null }
  const { title, body, link } = toPushPayload({ news: [longNotification], showDetails: true })
  expect([title, link, body.isWellFormed(), body.length < 410]).toEqual([
    dueNotification.title,
    '/',
    true,
    true,
  ])
})

test('a browser that unsubscribed is removed, and the others get the message', async () => {
  const { who, browser, account } = await subscribeBrowser()
  const goneSubscriptions = [await subscribeBrowser(account), await subscribeBrowser(account)]
  service.setAnswer((path) => ({
    status: goneSubscriptions[0]?.browser.endpoint.endsWith(path)
      ? 404
      : goneSubscriptions[1]?.browser.endpoint.endsWith(path)
        ? 410
        : 201,
  }))
  expect(await sendPush(createDueNotifications(who))).toEqual({ state: 'sent' })
  expect(await listEndpoints(who)).toEqual([browser.endpoint])
  service.setAnswer(() => ({ status: 410 }))
  expect(await sendPush(createDueNotifications(who))).toMatchObject({ state: 'dropped' })
  expect(await listEndpoints(who)).toEqual([])
  expect(await sendPush(createDueNotifications(who))).toMatchObject({ state: 'dropped' })
})

test.each([
  [[201, 503], 'sent'],
  [['unanswered', 'unreached', 503], 'unclear'],
  [['unreached', 410, 400], 'later'],
  [[429], 'later'],
  [[500, 413], 'later'],
  [[413], 'failed'],
  [[302], 'failed'],
  [[404, 410], 'dropped'],
] as const)('answers %j of browsers are %s', (pushAnswers, state) => {
  expect(toOutcome(pushAnswers)).toMatchObject({ state })
})
