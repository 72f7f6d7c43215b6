import { expect, test } from 'vitest'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { OwnDeliverySettings, MailSubscription } from '@tahanan/contract/deliveries/answers.ts'
import type { NotificationArea, NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const links = createUnsubscribeLinks(portal.db)
let addressCount = 0
/** Uses a new IP address for each visitor, because wrong tokens are limited by address. */
const createVisitor = () => portal.from(`203.0.113.${++addressCount}`)

async function createResident(...kinds: NotificationKind[]) {
  const residentCaller = await portal.as('client', { email: `ana${++addressCount}@home.test` })
  const token = await links.createToken(
    { reader: { area: 'client', id: residentCaller.id }, kinds },
    residentCaller.account.email,
  )
  return { me: residentCaller, token, path: `/unsubscribe/${token}` }
}
const getChoices = async ({ me }: { me: Awaited<ReturnType<typeof createResident>>['me'] }) =>
  (await me.get<OwnDeliverySettings>('/delivery-choices')).body.choices

test('a link tells what it turns off, and reading it changes nothing', async () => {
  const ana = await createResident('payment')
  const choicesBefore = await getChoices(ana)
  for (const _ of [1, 2])
    expect((await createVisitor().get<MailSubscription>(ana.path)).body).toEqual({
      label: 'your payments',
      mailed: true,
    })
  expect(await getChoices(ana)).toEqual(choicesBefore)
})

test('it turns the mails of its kinds off and on again, without a login, and nothing else', async () => {
  const ana = await createResident('payment', 'message')
  await ana.me.put('/delivery-choices', {
    choices: { payment: { mail: 'digest', push: false }, post: { mail: 'digest', push: true } },
    quietFrom: '22:30',
  })
  const label = 'your payments and messages from the PMO'
  const unsubscribeResponse = await createVisitor().post<MailSubscription>(ana.path)
  expect([unsubscribeResponse.status, unsubscribeResponse.body]).toEqual([200, { label, mailed: false }])
  expect(await getChoices(ana)).toMatchObject({
    payment: { mail: 'off', push: false },
    message: { mail: 'off', push: true },
    post: { mail: 'digest', push: true },
    ticket: { mail: 'now', push: true },
  })
  const resubscribeResponse = await createVisitor().delete<MailSubscription>(ana.path)
  expect([resubscribeResponse.status, resubscribeResponse.body]).toEqual([200, { label, mailed: true }])
  const ownDeliveries = (await ana.me.get<OwnDeliverySettings>('/delivery-choices')).body
  expect(ownDeliveries.choices).toMatchObject({
    payment: { mail: 'now', push: false },
    message: { mail: 'now' },
  })
  expect(ownDeliveries.quietFrom).toBe('22:30')
})

test('mails that are on already stay in the digest, and those of an administrator come back in it', async () => {
  const ana = await createResident('payment')
  await ana.me.put('/delivery-choices', { choices: { payment: { mail: 'digest', push: true } } })
  await createVisitor().delete(ana.path)
  expect((await getChoices(ana)).payment).toEqual({ mail: 'digest', push: true })

  const admin = await portal.as('admin')
  const subject = { reader: { area: 'admin' as const, id: admin.id }, kinds: ['reminder'] as const }
  const path = `/unsubscribe/${await links.createToken(subject, admin.account.email)}`
  expect((await createVisitor().post<MailSubscription>(path)).body).toEqual({
    label: 'late tickets',
    mailed: false,
  })
  await createVisitor().delete(path)
  const { choices } = (await admin.get<OwnDeliverySettings>('/delivery-choices')).body
  expect(choices.reminder).toEqual({ mail: 'digest', push: false })
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  ],
  ['application/json', '{}'],
])('the one-click call of a mail service is taken as %s', async (type, payload) => {
  const ana = await createResident('ticket')
  const unsubscribeResponse = await portal.app.inject({
    method: 'POST',
    url: `/api${ana.path}`,
    headers: { 'content-type': type },
    payload,
  })
  expect(unsubscribeResponse.statusCode).toBe(200)
  expect((await getChoices(ana)).ticket?.mail).toBe('off')
})

test("an altered, another's or a made-up link answers as one that does not exist", async () => {
  const [ana, ben] = [await createResident('ticket'), await createResident('ticket')]
  const signature = ana.token.split('.').at(-1) ?? ''
  const createTokenForBen = async (area: NotificationArea, id: number, kinds: NotificationKind[]) =>
    links.createToken({ reader: { area, id }, kinds }, ben.me.account.email)
  const invalidTokens = [
    `client.${ben.me.id}.ticket.${signature}`,
    `admin.${ana.me.id}.ticket.${signature}`,
    `client.${ana.me.id}.ticket-payment.${signature}`,
    `client.0${ana.me.id}.ticket.${signature}`,
    `client.${ana.me.id}.ticket.${'A'.repeat(43)}`,
    `client.${ana.me.id}.ticket`,
    `client.999999999999999.ticket.${signature}`,
    // Tokens with a correct signature that are still refused: another address, kinds that cannot be turned
    // off, and no kind.
    await createTokenForBen('client', ana.me.id, ['ticket']),
    await createTokenForBen('client', ben.me.id, ['reminder', 'security']),
    await createTokenForBen('client', ben.me.id, []),
    'x',
    'x'.repeat(290),
    '%00',
    '__proto__',
  ]
  const tokenResponses = []
  for (const token of invalidTokens)
    for (const method of ['get', 'post', 'delete'] as const)
      tokenResponses.push(await createVisitor()[method]<{ message: string }>(`/unsubscribe/${token}`))
  expect(new Set(tokenResponses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(tokenResponses[0]?.status).toBe(404)
  expect((await createVisitor().post(`/unsubscribe/${'x'.repeat(100_000)}`)).status).toBe(400)
  for (const account of [ana, ben]) expect((await getChoices(account)).ticket?.mail).toBe('now')
})

test('a link ends with its account and with its address', async () => {
  const [ana, ben] = [await createResident('ticket'), await createResident('ticket')]
  const tenantUpdate = portal.db.updateTable('tenants')
  await tenantUpdate.set({ email: 'next@home.test' }).where('id', '=', ana.me.id).execute()
  await tenantUpdate.set({ status: 0 }).where('id', '=', ben.me.id).execute()
  for (const { path } of [ana, ben]) expect((await createVisitor().post(path)).status).toBe(404)
})

test('wrong links are limited by address, right ones are not', async () => {
  const { path } = await createResident('ticket')
  const [guesser, service] = [createVisitor(), createVisitor()]
  for (let tryCount = 0; tryCount < 200; tryCount++)
    if ((await guesser.post('/unsubscribe/x')).status !== 404)
      throw new Error(`${tryCount} tries were counted`)
  expect((await guesser.post('/unsubscribe/x')).status).toBe(429)
  expect((await guesser.post(path)).status).toBe(200)
  for (let tryCount = 0; tryCount < 11; tryCount++) expect((await service.post(path)).status).toBe(200)
})

test('a session of somebody else has no effect on a link', async () => {
  const [ana, ben] = [await createResident('ticket'), await createResident('ticket')]
  expect((await createCaller(portal.app, ben.me.token).post(ana.path)).status).toBe(200)
  expect((await getChoices(ana)).ticket?.mail).toBe('off')
  expect((await getChoices(ben)).ticket?.mail).toBe('now')
})
