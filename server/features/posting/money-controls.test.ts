import { expect, test } from 'vitest'
import { getDayFromNow } from '#features/ledger/testing.ts'
import { INVOICE_SERIES } from '#features/receipts/testing.ts'
import { markSessionAsConfirmed } from '#features/sessions/confirm-session.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller, toRefusal, type ApiResponse, type Caller, type UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'

/** Attack 35: an attacker uses a stolen token in every call that controls money (rules 1.18). */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const tenant = await portal.as('client')
const owners = { admin: await portal.as('admin'), 'super-admin': await portal.as('super-admin') }

async function stealSession(area: keyof typeof owners) {
  const { token, sessionId } = await createSession(portal.db, area, owners[area].id)
  return { sessionId, ...createCaller(portal.app, token) }
}

type Control = readonly [
  name: string,
  area: keyof typeof owners,
  call: (caller: Caller) => Promise<ApiResponse<UntypedBody>>,
]

const ledgerEntryBody = {
  tenantId: tenant.id,
  label: 'Water',
  amount: 10,
  date: getDayFromNow(0),
  remarks: 'Read late',
}
const payAtCounter = (caller: Caller, overrides: object) =>
  caller.post('/counter-payment', {
    tenantId: tenant.id,
    type: 4,
    amountPaid: 50_000.01,
    confirmedDuplicate: true,
    ...overrides,
  })
const cheque = { type: 5, bank: 'BDO', bankReference: '1', chequeDate: getDayFromNow(0) }
const transfer = { type: 6, bank: 'BDO', bankReference: '2', transactionDate: getDayFromNow(0) }
const saveSettings = (caller: Caller, settings: Readonly<Record<string, string>>) =>
  caller.post('/website-settings', {
    settings: Object.entries(settings).map(([name, value]) => ({ name, value })),
  })

const CONTROLS: readonly Control[] = [
  ['a charge', 'admin', (caller) => caller.post('/ledger-entry', { ...ledgerEntryBody, kind: 'charge' })],
  ['a credit', 'admin', (caller) => caller.post('/ledger-entry', { ...ledgerEntryBody, kind: 'credit' })],
  ['cash above ₱50,000', 'admin', (caller) => payAtCounter(caller, {})],
  ['a cheque above ₱50,000', 'admin', (caller) => payAtCounter(caller, cheque)],
  ['a transfer above ₱50,000', 'admin', (caller) => payAtCounter(caller, transfer)],
  [
    'a limit of a service',
    'admin',
    (caller) =>
      caller.post('/system-parameter-setting', {
        services: [{ type: 'workPermit', status: 1, amount: 5000 }],
      }),
  ],
  ['a series of receipts', 'admin', (caller) => caller.post('/receipt-series', INVOICE_SERIES)],
  ['two people', 'super-admin', (caller) => saveSettings(caller, { makerChecker: '0' })],
  ['penalties first', 'super-admin', (caller) => saveSettings(caller, { penaltiesFirst: '1' })],
  ['days of grace', 'super-admin', (caller) => saveSettings(caller, { graceDays: '15' })],
  [
    'the limit of the counter',
    'super-admin',
    (caller) => saveSettings(caller, { confirmCounterAbove: '50000' }),
  ],
  [
    'a setting of money among others',
    'super-admin',
    (caller) => saveSettings(caller, { websiteName: 'Amihan', graceDays: '' }),
  ],
  ['a link to the audit log', 'super-admin', (caller) => caller.post('/audit-log/export-link', {})],
]

const countRows = (table: 'ledger_entries' | 'payments' | 'number_series') =>
  portal.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
const countTables = () =>
  Promise.all([countRows('ledger_entries'), countRows('payments'), countRows('number_series')])
const loadSettings = async () => (await owners['super-admin'].get('/website-settings')).body

test.each(CONTROLS)('%s needs a confirmation, and changes nothing without', async (_, area, call) => {
  const thief = await stealSession(area)
  const stateBefore = [await countTables(), await loadSettings()]
  expect(await call(thief)).toMatchObject(toRefusal(403, 'confirmationNeeded'))
  expect([await countTables(), await loadSettings()]).toEqual(stateBefore)
  await markSessionAsConfirmed(portal.db, thief)
  expect([200, 201]).toContain((await call(thief)).status)
})

test('the password confirms for ten minutes', async () => {
  const thief = await stealSession('admin')
  expect((await thief.post('/confirmation', { password: TEST_PASSWORD })).status).toBe(200)
  for (const _ of [1, 2]) expect((await payAtCounter(thief, {})).status).toBe(201)
  const expiredConfirmation = { confirmed_at: new Date(Date.now() - 11 * 60_000) }
  await portal.db.updateTable('sessions').set(expiredConfirmation).where('id', '=', thief.sessionId).execute()
  expect(await payAtCounter(thief, {})).toMatchObject(toRefusal(403, 'confirmationNeeded'))
})

test('the audit log cannot be downloaded with a token alone', async () => {
  const thief = await stealSession('super-admin')
  expect(await thief.get('/audit-log/export')).toMatchObject(toRefusal(403, 'confirmationNeeded'))
  await markSessionAsConfirmed(portal.db, thief)
  const { url } = (await thief.post<{ url: string }>('/audit-log/export-link', {})).body
  expect((await portal.app.inject(url)).statusCode).toBe(200)
})

test('a code of the second factor works as well', async () => {
  const admin = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(admin)
  await portal.db
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('id', '=', admin.sessionId)
    .execute()
  expect((await payAtCounter(admin, {})).status).toBe(403)
  expect((await admin.post('/confirmation', { code: getCode(secret, 1) })).status).toBe(200)
  expect((await payAtCounter(admin, {})).status).toBe(201)
})

test('other settings and small payments need no password: name, maintenance', async () => {
  const [thief, cashier] = [await stealSession('super-admin'), await stealSession('admin')]
  expect((await saveSettings(thief, { websiteName: 'Amihan', maintenanceMessage: 'Soon' })).status).toBe(200)
  expect((await payAtCounter(cashier, { amountPaid: 50_000 })).status).toBe(201)
})

test('errors are reported before the password is requested', async () => {
  const { status, body } = await payAtCounter(await stealSession('admin'), { tenantId: undefined })
  expect([status, body.errors]).toEqual([400, { tenantId: ['Please input your tenant!'] }])
})

test('the super-administrator sets the counter’s limit; 0 requires the password for every payment', async () => {
  const [owner, cashier] = [owners['super-admin'], await stealSession('admin')]
  for (const invalidAmount of ['', 'many', '-1', '1.005', '10000000000', '1e3']) {
    const { status, body } = await saveSettings(owner, { confirmCounterAbove: invalidAmount })
    expect([invalidAmount, status, body.errors]).toEqual([
      invalidAmount,
      400,
      { confirmCounterAbove: ['Please input an amount in pesos, two decimals at most.'] },
    ])
  }
  expect((await saveSettings(owner, { confirmCounterAbove: '1000.50' })).status).toBe(200)
  expect((await payAtCounter(cashier, { amountPaid: 1000.5 })).status).toBe(201)
  expect(await payAtCounter(cashier, { amountPaid: 1000.51 })).toMatchObject(
    toRefusal(403, 'confirmationNeeded'),
  )
  expect((await saveSettings(owner, { confirmCounterAbove: '0' })).status).toBe(200)
  expect(await payAtCounter(cashier, { amountPaid: 0.01 })).toMatchObject(
    toRefusal(403, 'confirmationNeeded'),
  )
})
