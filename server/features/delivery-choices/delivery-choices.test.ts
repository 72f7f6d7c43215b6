import { expect, test } from 'vitest'
import type { Caller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { OwnDeliverySettings } from '@tahanan/contract/deliveries/answers.ts'

const portal = await openTestPortal()
const createResident = () => portal.as('client', { email: 'ana@home.test' })

const loadChoices = async (caller: Caller) =>
  (await caller.get<OwnDeliverySettings>('/delivery-choices')).body
const saveChoices = (caller: Caller, body: object) =>
  caller.put<OwnDeliverySettings>('/delivery-choices', body)
const findStoredChoices = (area: 'client' | 'admin', id: number) =>
  portal.db
    .selectFrom('delivery_choices')
    .select('choices')
    .where('area', '=', area)
    .where('reader_id', '=', id)
    .execute()

test('who never chose has the choices at first', async () => {
  const [resident, admin] = [await createResident(), await portal.as('admin')]
  expect(await loadChoices(resident)).toMatchObject({
    choices: {
      statement: { mail: 'now', push: true },
      post: { mail: 'off', push: true },
      security: { mail: 'now', push: true },
    },
    quietFrom: '21:00',
    quietTo: '07:00',
    showDetails: false,
    walkInsByPush: true,
    sendsMail: false,
    email: 'ana@home.test',
    mailRefusedAt: null,
  })
  const { choices } = await loadChoices(admin)
  expect(choices).toMatchObject({
    ticket: { mail: 'off', push: false },
    message: { mail: 'digest', push: false },
  })
  expect(Object.keys(choices)).toEqual([
    'ticket',
    'payment',
    'post',
    'message',
    'reminder',
    'security',
    'gate',
  ])
})

test('only what differs from the choices at first is stored, and what is not named stays', async () => {
  const resident = await createResident()
  await saveChoices(resident, {
    choices: { post: { mail: 'digest', push: true }, ticket: { mail: 'now', push: true } },
  })
  await saveChoices(resident, { choices: { message: { mail: 'now', push: false } }, quietFrom: '22:30' })
  const { body } = await saveChoices(resident, { showDetails: true })
  expect(body).toMatchObject({
    choices: { post: { mail: 'digest' }, message: { push: false }, ticket: { mail: 'now', push: true } },
    quietFrom: '22:30',
    quietTo: '07:00',
    showDetails: true,
  })
  const storedChoices = { post: { mail: 'digest', push: true }, message: { mail: 'now', push: false } }
  expect(await findStoredChoices('client', resident.id)).toEqual([{ choices: storedChoices }])
  await saveChoices(resident, {
    choices: { post: { mail: 'off', push: true }, message: { mail: 'now', push: true } },
  })
  expect(await findStoredChoices('client', resident.id)).toEqual([{ choices: {} }])
})

test('mail about payment reminders and the safety of the account cannot be turned off', async () => {
  const resident = await createResident()
  const offChoice = { mail: 'off', push: false }
  const { status, body } = await saveChoices(resident, {
    choices: { reminder: offChoice, security: offChoice, ticket: offChoice },
  })
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      errors: {
        'choices.reminder.mail': ['This mail cannot be turned off.'],
        'choices.security.mail': ['This mail cannot be turned off.'],
      },
    }),
  ])
  expect(await findStoredChoices('client', resident.id)).toEqual([])
  const digest = { choices: { security: { mail: 'digest', push: false } } }
  expect((await saveChoices(resident, digest)).body.choices.security).toEqual(digest.choices.security)
  expect((await saveChoices(await portal.as('admin'), { choices: { reminder: offChoice } })).status).toBe(200)
})

test('administrators get no push messages', async () => {
  const admin = await portal.as('admin')
  const { body } = await saveChoices(admin, { choices: { ticket: { mail: 'now', push: true } } })
  expect(body.choices.ticket).toEqual({ mail: 'now', push: false })
})

test.each<object>([
  { choices: { gossip: { mail: 'now', push: true } } },
  // An object with more unknown kinds than there are known kinds gives one error instead of one error per
  // kind.
  {
    choices: Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`kind${n}`, { mail: 'now', push: true }]),
    ),
  },
  { choices: { constructor: { mail: 'now', push: true } } },
  { choices: { ticket: { mail: 'weekly', push: true } } },
  { choices: { ticket: { mail: 'now' } } },
  { choices: { ticket: null } },
  { choices: [] },
  { quietFrom: '24:00' },
  { quietTo: '7:00' },
  { quietTo: '07:00\n' },
  { showDetails: 1 },
])('%j is refused', async (body) => {
  const resident = await createResident()
  const { status, body: responseBody } = await saveChoices(resident, body)
  expect([status, Object.keys((responseBody as { errors?: object }).errors ?? {}).length]).toEqual([400, 1])
  expect(await findStoredChoices('client', resident.id)).toEqual([])
})

test('a kind that the area does not get is refused', async () => {
  const body = { choices: { statement: { mail: 'now', push: false } } }
  expect((await saveChoices(await portal.as('admin'), body)).status).toBe(400)
})

test('of simultaneous first choices none is lost', async () => {
  const resident = await createResident()
  const mailOffChoice = { mail: 'off', push: true }
  await Promise.all(
    ['ticket', 'payment', 'message'].map((kind) =>
      saveChoices(resident, { choices: { [kind]: mailOffChoice } }),
    ),
  )
  expect(await findStoredChoices('client', resident.id)).toEqual([
    { choices: { ticket: mailOffChoice, payment: mailOffChoice, message: mailOffChoice } },
  ])
})
