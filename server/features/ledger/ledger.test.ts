import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller, UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import type { BillingList, Ledger, LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { createLedgerCalls, getDayFromNow, type Resident } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
let tenant: Resident
beforeEach(async () => {
  tenant = await portal.as('client')
})
const { importStatement, pay, loadBalances, loadLedger: getLedger } = createLedgerCalls(portal, admin)
const loadBillings = async (query: string) => (await admin.get<BillingList>(`/billings?${query}`)).body

const addCharge = <Body = LedgerEntry>(resident: LoggedInCaller, overrides: object = {}) =>
  admin.post<Body>('/ledger-entry', {
    tenantId: resident.id,
    kind: 'charge',
    label: 'Water',
    amount: 250.5,
    date: getDayFromNow(0),
    remarks: 'Meter read late',
    ...overrides,
  })

describe('the balance', () => {
  test('is reduced by a posted payment and becomes a credit, while the statement stays', async () => {
    await importStatement(tenant, 1000, '2026-01-31')
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 0, leftToPay: 1000 })
    await pay(tenant, 400)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 400, leftToPay: 600 })
    await pay(tenant, 700)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 1100, leftToPay: -100 })
  })

  test('is the same in every answer', async () => {
    await importStatement(tenant, 1000, '2026-01-31')
    await pay(tenant, 400)
    const expectedBalance = { soaAmount: 1000, receivedSince: 400, leftToPay: 600 }
    const query = `searchTerm=${tenant.account.clientCode}`
    expect((await tenant.get('/me')).body).toMatchObject(expectedBalance)
    expect((await tenant.get(`/tenant/${tenant.id}`)).body).toMatchObject(expectedBalance)
    expect((await admin.get<{ data: Tenant[] }>(`/tenants?${query}`)).body.data).toMatchObject([
      expectedBalance,
    ])
    expect((await loadBillings(query)).data).toMatchObject([expectedBalance])
    expect(await getLedger(tenant)).toMatchObject({
      balance: 600,
      data: [{ balance: 600 }, { balance: 1000 }],
    })
  })

  test('opens and closes services', async () => {
    await importStatement(tenant, 20_000, '2026-01-31')
    await portal.db
      .updateTable('service_settings')
      .set({ amount: 20_000 })
      .where('type', '=', 'commendation')
      .execute()
    const feedbackBody = { title: 'Thanks', comment: 'To the guards', type: 1 }
    expect((await tenant.post('/commendation', feedbackBody)).body.code).toBe('serviceBlocked')
    await pay(tenant, 0.01)
    expect((await tenant.post('/commendation', feedbackBody)).status).toBe(201)
  })

  test('sorts the billings, and is summed over all pages of a search', async () => {
    const [firstDebtor, secondDebtor] = [
      await portal.as('client'),
      await portal.as('client', { clientCode: 'SUM-1' }),
    ]
    const tenantWithCredit = await portal.as('client', { clientCode: 'SUM-2' })
    await importStatement(firstDebtor, 8_000_000, '2026-01-31')
    await importStatement(secondDebtor, 9_000_000, '2026-01-31')
    await importStatement(tenantWithCredit, 100.25, '2026-01-31')
    await pay(secondDebtor, 2_000_000)
    await pay(tenantWithCredit, 150.5)
    const listIdsBy = async (sort: string) =>
      (await loadBillings(`sort=${sort}&limit=2`)).data.map(({ id }) => id)
    expect(await listIdsBy('-leftToPay')).toEqual([firstDebtor.id, secondDebtor.id])
    expect((await listIdsBy('-receivedSince'))[0]).toBe(secondDebtor.id)
    const billingList = await loadBillings('searchTerm=sum-&limit=1')
    expect(billingList).toMatchObject({
      total: 2,
      totals: { soaAmount: 9_000_100.25, receivedSince: 2_000_150.5, leftToPay: 7_000_000, credit: 50.25 },
    })
    expect(billingList.totals.net).toBe(6_999_949.75)
    expect((await loadBillings('searchTerm=nobody')).totals).toEqual({
      soaAmount: 0,
      receivedSince: 0,
      leftToPay: 0,
      credit: 0,
      net: 0,
    })
  })
})

test('the audit log records who of the office opened or downloaded a ledger', async () => {
  const superAdmin = await portal.as('super-admin')
  expect((await tenant.get(`/ledger/${tenant.id}`)).status).toBe(200)
  for (const path of ['', '?page=2', '/pdf'])
    expect((await admin.get(`/ledger/${tenant.id}${path}`)).status).toBe(200)
  const log = `/audit-log?action=viewed&subject=tenants:${tenant.id}`
  const loadAuditRows = async () => (await superAdmin.get<ListOf<AuditEntry>>(log)).body.data
  await expect.poll(loadAuditRows).toHaveLength(2)
  const entries = await loadAuditRows()
  const { clientCode } = tenant.account
  for (const { actor, subjectName } of entries)
    expect([actor.id, subjectName]).toEqual([admin.id, clientCode])
  expect(entries.map(({ detail }) => detail).toSorted()).toEqual(['Ledger', 'Ledger as a PDF'])
})

describe('the next statement', () => {
  test('covers entries up to its date, and leaves later ones', async () => {
    await importStatement(tenant, 1000, '2026-01-31')
    await pay(tenant, 400)
    // The statement is dated before the payment was posted, so its amount does not include the payment.
    await importStatement(tenant, 1500, getDayFromNow(-1))
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1500, receivedSince: 400, leftToPay: 1100 })
    // The statement is dated after the payment was posted, so its amount includes the payment.
    await importStatement(tenant, 900, getDayFromNow(1))
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 0, leftToPay: 900 })
    const { data, balance } = await getLedger(tenant)
    expect(balance).toBe(900)
    expect(data.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['statement', -200, 900],
      ['payment', -400, 1100],
      ['statement', 500, 1500],
      ['statement', 1000, 1000],
    ])
  })

  test('saved twice changes nothing', async () => {
    await importStatement(tenant, 1000, '2026-01-31')
    await pay(tenant, 400)
    await importStatement(tenant, 1000, '2026-01-31')
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 400, leftToPay: 600 })
    expect((await getLedger(tenant)).total).toBe(2)
  })

  test('never covers a payment posted after it was saved, whatever its date', async () => {
    await importStatement(tenant, 1000, getDayFromNow(0))
    await pay(tenant, 1000)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 1000, leftToPay: 0 })
  })
})

describe('charges and credits', () => {
  test('change the balance immediately', async () => {
    await importStatement(tenant, 1000, '2026-01-31')
    const chargeAnswer = await addCharge(tenant)
    expect([chargeAnswer.status, chargeAnswer.body]).toMatchObject([
      201,
      { kind: 'charge', label: 'Water', amount: 250.5, balance: 1250.5, by: admin.account.name },
    ])
    await addCharge(tenant, { kind: 'credit', amount: 50 })
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 0, leftToPay: 1200.5 })
    expect(
      (await tenant.get<Ledger>(`/ledger/${tenant.id}`)).body.data.map(({ amount, by }) => [amount, by]),
    ).toEqual([
      [-50, null],
      [250.5, null],
      [1000, null],
    ])
  })

  test('are refused with a message at each field', async () => {
    const addInvalidCharge = async (overrides: object) =>
      (await addCharge<UntypedBody>(tenant, overrides)).body.errors
    expect(
      await addInvalidCharge({ kind: 'payment', amount: 0, date: getDayFromNow(3), remarks: ' ' }),
    ).toEqual({
      kind: [expect.any(String)],
      amount: ['This must be above 0.'],
      date: ['Please choose a date that is not in the future.'],
      remarks: ['Please input your remarks!'],
    })
    expect(await addInvalidCharge({ tenantId: 999_999_999 })).toEqual({
      tenantId: ['Please input your tenant!'],
    })
    expect((await getLedger(tenant)).total).toBe(0)
  })
})

test('simultaneous entries of one tenant add up', async () => {
  await Promise.all([
    ...[1, 2, 3].map((amount) => addCharge(tenant, { amount })),
    ...[5, 6].map((amountPaid) => pay(tenant, amountPaid)),
    importStatement(tenant, 100, getDayFromNow(-1)),
  ])
  const { data, total, balance } = await getLedger(tenant)
  expect([total, balance]).toEqual([6, 95])
  let sum = 0
  for (const entry of data.toReversed()) {
    sum += entry.amount
    expect(entry.balance).toBe(sum)
  }
})

const getErrorMessage = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: Error) => error.message,
  )

describe('the database refuses', () => {
  test('changing or removing an entry', async () => {
    const { id } = (await addCharge(tenant)).body
    const { db } = portal
    const updateRequest = db.updateTable('ledger_entries').set({ amount: 1 }).where('id', '=', id).execute()
    expect(await getErrorMessage(updateRequest)).toBe(`entry ${id} of a ledger never changes`)
    const deleteRequest = db.deleteFrom('ledger_entries').where('id', '=', id).execute()
    expect(await getErrorMessage(deleteRequest)).toBe(`entry ${id} of a ledger is never removed`)
  })

  test('a statement without its entry', async () => {
    const updateQuery = portal.db
      .updateTable('tenants')
      .set({ soa_amount: 5 })
      .where('id', '=', tenant.id)
      .execute()
    expect(await getErrorMessage(updateQuery)).toBe(
      `the ledger of tenant ${tenant.id} does not hold the latest statement`,
    )
  })
})

test('rebuilt ledgers contain the latest statement and the later posts', async () => {
  await importStatement(tenant, 1000, '2026-01-31')
  await pay(tenant, 300)
  await importStatement(tenant, 800, getDayFromNow(0))
  await pay(tenant, 200)
  const balancesBefore = await loadBalances(tenant)
  await sql`select open_ledgers('Asia/Manila')`.execute(portal.db)
  expect(await loadBalances(tenant)).toEqual(balancesBefore)
  expect((await getLedger(tenant)).data.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', -200],
    ['opening', 800],
  ])
})

test('a balance is sent to its tenant and to viewers of tenants or billings', async () => {
  const [tenant, otherTenant] = [await portal.as('client'), await portal.as('client')]
  const viewer = await portal.as('admin', { roles: { billings: ['view'] } })
  const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
  await portal.drainEvents()
  await addCharge(tenant)
  const events = await portal.drainEvents()
  const getEventData = (room: string) =>
    events.flatMap((event) => ('data' in event && event.room === room ? [event.data] : []))
  expect(getEventData(rooms.account('client', tenant.id))).toEqual([{}])
  expect(getEventData(rooms.account('admin', viewer.id))).toEqual([{ id: tenant.id }])
  expect(getEventData(rooms.account('client', otherTenant.id))).toEqual([])
  expect(getEventData(rooms.account('admin', guard.id))).toEqual([])
})
