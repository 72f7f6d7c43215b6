import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { mayReadPaymentFile } from '#features/payments/policy.ts'
import { findPaymentRow } from '#features/payments/repository.ts'
import {
  payByDeposit,
  enableWithholding,
  requestReversal,
  createTaxFields,
  uploadCertificate,
  uploadSlip,
} from '#features/posting/testing.ts'
import { toReceiptData } from '#features/receipts/to-receipt-data.ts'
import { rooms } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller, UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  OpenCharge,
  PayfileBatch,
  PayfileRow,
  Payment,
  WithholdingCertificate,
} from '@tahanan/contract/billing/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { importStatement, pay, loadBalances, loadLedger, charge } = createLedgerCalls(portal, admin)

const createPayer = async () => {
  const payer = await portal.as('client')
  await enableWithholding(portal, payer)
  return payer
}
const listEntries = async (tenant: Awaited<ReturnType<typeof createPayer>>) =>
  (await loadLedger(tenant)).data.map(({ kind, amount }) => [kind, amount])
const listOpenCharges = async (caller: LoggedInCaller) => {
  const { body } = await caller.get<{ data: OpenCharge[] }>(`/open-charges/${caller.id}`)
  return body.data
}
const listCertificates = async (query: string) =>
  (await admin.get<ListOf<WithholdingCertificate>>(`/withholding-certificates?${query}`)).body

test('cash and tax settle together, and a reversal reverts both', async () => {
  const payer = await createPayer()
  await importStatement(payer, 10_000, getDayFromNow(-3))
  const id = await pay(payer, 9800, { ...createTaxFields(200), taxCode: 'wc160' })
  expect(await loadBalances(payer)).toEqual({ soaAmount: 10_000, receivedSince: 10_000, leftToPay: 0 })
  expect((await listEntries(payer)).slice(0, 2)).toEqual([
    ['payment', -9800],
    ['withholding', -200],
  ])
  expect((await payer.get<Payment>(`/payment/${id}`)).body).toMatchObject({
    amountPaid: 9800,
    withholding: { amount: 200, taxCode: 'WC160', status: 'claimed', receivedDate: null },
  })
  expect((await requestReversal(admin, id)).status).toBe(201)
  const auditQuery = portal.db.selectFrom('audit_log').select('detail').orderBy('id', 'desc')
  const { clientCode } = payer.account
  expect((await auditQuery.where('subject', '=', 'payments').executeTakeFirst())?.detail).toBe(
    `Reversed ₱9,800.00 and ₱200.00 of tax withheld of ${clientCode}: Cheque returned. Remarks: No funds`,
  )
  expect((await listEntries(payer))[0]).toEqual(['reversal', 10_000])
  expect(await loadBalances(payer)).toEqual({ soaAmount: 10_000, receivedSince: 0, leftToPay: 10_000 })
  const { body } = await admin.get<{ data: { tenantId: number; current: number }[] }>('/ageing')
  expect(body.data.find(({ tenantId }) => tenantId === payer.id)).toMatchObject({
    days30: 10_000,
    current: 0,
  })
})

test('a selected charge is settled by both together', async () => {
  const payer = await createPayer()
  await charge(payer, { amount: 50, date: '2026-01-05' })
  await charge(payer, { amount: 1000, date: '2026-02-05' })
  const [olderCharge, chosenCharge] = await listOpenCharges(payer)
  const id = await pay(payer, 980, { ...createTaxFields(20), chargeId: chosenCharge?.id })
  expect(await listOpenCharges(payer)).toMatchObject([{ id: olderCharge?.id, leftToPay: 50 }])
  await requestReversal(admin, id)
  expect(await listOpenCharges(payer)).toMatchObject([
    { id: olderCharge?.id, leftToPay: 50 },
    { id: chosenCharge?.id, leftToPay: 1000 },
  ])
})

test('the receipt shows cash, tax and their total', async () => {
  const payer = await createPayer()
  const row = await findPaymentRow(portal.db, await pay(payer, 9800, createTaxFields(200)))
  if (!row) throw new Error('no payment')
  const community = { name: 'Capiz', logo: null }
  const receiptDetails = { number: 'AR-1', postedAt: '', timeZone: 'Asia/Manila', community, postedBy: 'Ana' }
  expect(toReceiptData(row, receiptDetails)).toMatchObject({
    amount: 9800,
    references: expect.arrayContaining([
      ['Tax withheld (2307)', '₱200.00, WC160, 1 July 2026 to 30 September 2026'],
      ['Settled in all', '₱10,000.00'],
    ]) as unknown,
  })
})

test('the ledger refuses a payment without its tax, and a partial reversal', async () => {
  const { id, tenantId } = await payByDeposit(portal, await createPayer(), createTaxFields(100))
  const cashEntry = {
    payment_id: id,
    tenant_id: tenantId,
    kind: 'payment',
    amount: -1500,
    date: getDayFromNow(0),
  }
  const entryQuery = portal.db.insertInto('ledger_entries').values(cashEntry)
  await expect(entryQuery.execute()).rejects.toThrow('does not hold the tax withheld')
})

test('a Payfile contains only the cash, and a statement that covers the payment covers its tax', async () => {
  const payer = await createPayer()
  const id = await pay(payer, 980, createTaxFields(20))
  await importStatement(payer, 500, getDayFromNow(0))
  // The payment is not yet in a Payfile batch (export for the accounting system). So the day of posting
  // decides whether the statement includes the payment.
  expect(await loadBalances(payer)).toMatchObject({ receivedSince: 0, leftToPay: 500 })
  await pay(payer, 95, createTaxFields(5))
  await requestReversal(admin, id)
  const { body } = await admin.post<PayfileBatch & { data: PayfileRow[] }>('/payfile-batch')
  const ownRows = body.data.filter(({ urefno }) => urefno === payer.account.clientCode)
  // The statement already includes the first payment. Therefore the Payfile batch (export for the accounting
  // system) contains only its reversal (rules 16.13).
  expect(ownRows.map(({ payamt }) => payamt).toSorted()).toEqual([-980, 95])
  expect(body.amount).toBe(body.data.reduce((total, { payamt }) => total + payamt, 0))
  // The next statement is imported before the Payfile batch with this payment, so it includes neither its
  // cash nor its tax. The statement after the batch includes both.
  await pay(payer, 190, createTaxFields(10))
  await importStatement(payer, 700, getDayFromNow(1))
  expect(await loadBalances(payer)).toEqual({ soaAmount: 700, receivedSince: 200, leftToPay: 500 })
  await admin.post('/payfile-batch')
  await importStatement(payer, 800, getDayFromNow(2))
  expect(await loadBalances(payer)).toEqual({ soaAmount: 800, receivedSince: 0, leftToPay: 800 })
})

test('invalid input is refused at its field', async () => {
  const payer = await createPayer()
  const paymentBody = { amountPaid: 1000, transactionDate: '2026-11-14 09:30:00' }
  const images = [await uploadSlip(portal, payer)]
  const refusals: [object, string][] = [
    [{ ...createTaxFields(20), taxCode: '' }, 'taxCode'],
    [{ ...createTaxFields(20), taxCode: 'W160' }, 'taxCode'],
    [{ ...createTaxFields(20), taxCode: '=cmd|x' }, 'taxCode'],
    [{ ...createTaxFields(20), periodFrom: null }, 'periodFrom'],
    [{ ...createTaxFields(20), periodTo: undefined }, 'periodTo'],
    [{ ...createTaxFields(20), periodTo: '2026-06-30' }, 'periodTo'],
    [{ taxCode: 'WC160' }, 'withheld'],
    [{ periodFrom: '2026-07-01' }, 'withheld'],
    [{ periodTo: '2026-09-30' }, 'withheld'],
    [createTaxFields(20.005), 'withheld'],
    [createTaxFields(0), 'withheld'],
    [createTaxFields(-5), 'withheld'],
    [createTaxFields(1000), 'withheld'],
    [
      { ...createTaxFields(20), certificate: [await uploadCertificate(portal, await createPayer())] },
      'certificate',
    ],
    [{ ...createTaxFields(20), certificate: [await uploadSlip(portal, payer)] }, 'certificate'],
  ]
  for (const [invalidFields, field] of refusals) {
    const { body } = await payer.post('/payment', { ...paymentBody, images, ...invalidFields })
    expect([invalidFields, Object.keys(body.errors)]).toEqual([invalidFields, [field]])
  }
  expect(await listEntries(payer)).toEqual([])
})

test('only tenants enabled by the office can include tax', async () => {
  const payer = await portal.as('client')
  const images = [await uploadSlip(portal, payer)]
  const body = { amountPaid: 1000, transactionDate: '2026-11-14 09:30:00', images }
  const refusedReply = await payer.post('/payment', { ...body, ...createTaxFields(20) })
  expect([refusedReply.status, Object.keys(refusedReply.body.errors)]).toEqual([400, ['withheld']])
  expect((await payer.post<Payment>('/payment', body)).body.withholding).toBeNull()
  await payer.put(`/tenant/${payer.id}`, { withholdsTax: 1 })
  expect((await payer.get(`/tenant/${payer.id}`)).body.withholdsTax).toBe(0)
  const editor = await portal.as('admin', { roles: { tenants: ['view', 'edit'] } })
  expect((await editor.put(`/tenant/${payer.id}`, { withholdsTax: 1 })).body.withholdsTax).toBe(1)
  const repeatedBody = {
    ...body,
    confirmedDuplicate: true,
    images: [await uploadSlip(portal, payer)],
    ...createTaxFields(20),
  }
  expect((await payer.post('/payment', repeatedBody)).status).toBe(201)
  expect((await editor.put(`/tenant/${payer.id}`, { withholdsTax: null })).body.withholdsTax).toBe(0)
})

test('a certificate is missing until the office receives it; the resident can send it after posting', async () => {
  const payer = await createPayer()
  const id = await pay(payer, 980, createTaxFields(20))
  const search = `searchTerm=${payer.account.clientCode}`
  expect((await listCertificates(`status=claimed&${search}`)).data).toMatchObject([
    { id, amount: 20, taxCode: 'WC160', periodFrom: '2026-07-01', periodTo: '2026-09-30', days: 0 },
  ])
  const sendCertificate = async (caller = payer) =>
    caller.post<Payment & UntypedBody>(`/payment/${id}/certificate`, {
      certificate: [await uploadCertificate(portal, caller)],
    })
  expect((await sendCertificate(await createPayer())).status).toBe(404)
  await portal.drainEvents()
  const firstCertificate = await sendCertificate()
  const event = { room: rooms.account('admin', admin.id), event: liveChannels.adminPayments(admin.id) }
  expect(await portal.drainEvents()).toContainEqual(expect.objectContaining(event))
  const { data: notifications } = (await admin.get<{ data: object[] }>(`/admin-notif/${admin.id}`)).body
  const { clientCode, uoccname } = payer.account
  expect(notifications[0]).toMatchObject({
    title: 'Certificate sent',
    message:
      `${uoccname} (${clientCode}) sent the certificate of ₱20.00 withheld of ` +
      `${firstCertificate.body.referenceNumber}.`,
    link: `/admin/payments?modal=true&id=${id}`,
  })
  const [sentFile, ...otherFiles] = firstCertificate.body.withholding?.certificate ?? []
  expect([firstCertificate.status, firstCertificate.body.status, otherFiles]).toEqual([201, 4, []])
  const key = sentFile?.url ?? ''
  const actor = { area: 'client', sessionId: 1, name: '', clientCode: '' } as const
  expect(await mayReadPaymentFile(portal.db, { ...actor, id: payer.id }, id, key)).toBe(true)
  expect(await mayReadPaymentFile(portal.db, { ...actor, id: admin.id + 999 }, id, key)).toBe(false)
  expect((await sendCertificate()).body.withholding?.certificate[0]?.url).not.toBe(key)

  const markCertificate = (status: string) => admin.put<Payment>(`/withholding-certificate/${id}`, { status })
  expect((await markCertificate('lost')).status).toBe(400)
  await portal.drainEvents()
  const markReply = await markCertificate('received')
  expect(await portal.drainEvents()).toContainEqual(expect.objectContaining(event))
  expect((await markCertificate('received')).status).toBe(200)
  const receiverQuery = portal.db
    .selectFrom('withholdings')
    .select('received_by_id')
    .where('payment_id', '=', id)
  expect(await receiverQuery.execute()).toEqual([{ received_by_id: admin.id }])
  expect([markReply.status, markReply.body.withholding?.status]).toEqual([200, 'received'])
  expect((await listCertificates(`status=claimed&${search}`)).total).toBe(0)
  expect((await listCertificates(`status=received&${search}`)).total).toBe(1)
  expect((await sendCertificate()).status).toBe(403)
  const auditQuery = portal.db.selectFrom('audit_log').select('detail')
  expect(await auditQuery.where('detail', 'like', 'Marked the certificate%').execute()).toEqual([
    {
      detail: `Marked the certificate of ₱20.00 withheld (WC160) of ${payer.account.clientCode} as received`,
    },
  ])
  expect((await markCertificate('claimed')).body.withholding?.status).toBe('claimed')
  await requestReversal(admin, id)
  expect((await listCertificates(search)).total).toBe(0)
  expect((await markCertificate('received')).status).toBe(403)
})

const createCounterPayment = (tenantId: number, overrides: object = {}) =>
  admin.post<Payment & UntypedBody>('/counter-payment', { tenantId, type: 4, amountPaid: 980, ...overrides })
const getExpectedCash = async () =>
  (await admin.get<{ next: { expected: number } }>('/cash-closes')).body.next.expected

test("the counter accepts tax withheld, and the day's close counts only the cash", async () => {
  const [payer, otherTenant] = [await createPayer(), await portal.as('client')]
  const { status, body } = await createCounterPayment(payer.id, createTaxFields(20))
  expect([status, body.status, body.withholding?.amount]).toEqual([201, 4, 20])
  expect((await loadBalances(payer)).leftToPay).toBe(-1000)
  expect(await getExpectedCash()).toBe(980)
  await requestReversal(admin, body.id)
  expect([(await loadBalances(payer)).leftToPay, await getExpectedCash()]).toEqual([0, 0])
  expect((await createCounterPayment(otherTenant.id, createTaxFields(20))).body.errors).toEqual({
    withheld: ['Tax withheld is not turned on for this tenant.'],
  })
  expect(
    (await createCounterPayment(otherTenant.id, { withheld: null, taxCode: '', certificate: [] })).status,
  ).toBe(201)
  expect((await createCounterPayment(payer.id, { ...createTaxFields(20), taxCode: '' })).body.errors).toEqual(
    {
      taxCode: ['Please input the tax code!'],
    },
  )
})

test('a sent and a received certificate refresh the payment, and the same mark again writes nothing', async () => {
  const payer = await createPayer()
  const id = await pay(payer, 980, createTaxFields(20))
  const certificate = [await uploadCertificate(portal, payer)]
  const collectEventsOf = async (change: Promise<{ status: number }>) => {
    expect((await change).status).toBeLessThan(300)
    return (await portal.drainEvents()).flatMap((delivery) => ('event' in delivery ? [delivery.event] : []))
  }
  const bothRooms = expect.arrayContaining([
    liveChannels.clientPayments(payer.id),
    liveChannels.adminPayments(admin.id),
  ]) as string[]
  await portal.drainEvents()
  expect(await collectEventsOf(payer.post(`/payment/${id}/certificate`, { certificate }))).toEqual(bothRooms)
  const markCertificate = (status: string) => admin.put(`/withholding-certificate/${id}`, { status })
  expect(await collectEventsOf(markCertificate('received'))).toEqual(bothRooms)
  const findVersion = async () => (await findPaymentRow(portal.db, id))?.updated_at
  const versionBefore = await findVersion()
  expect(await collectEventsOf(markCertificate('received'))).toEqual([])
  expect(await findVersion()).toEqual(versionBefore)
  expect(await collectEventsOf(markCertificate('claimed'))).toEqual(bothRooms)
  const auditQuery = portal.db
    .selectFrom('audit_log')
    .select('detail')
    .where('subject', '=', 'payments')
    .where('detail', 'like', 'Marked the certificate%')
    .orderBy('id', 'desc')
    .limit(2)
  expect((await auditQuery.execute()).map(({ detail }) => detail)).toEqual(
    ['missing', 'received'].map(
      (state) =>
        `Marked the certificate of ₱20.00 withheld (WC160) of ${payer.account.clientCode} as ${state}`,
    ),
  )
  expect((await listCertificates(`status=received&searchTerm=${payer.account.clientCode}`)).data).toEqual([])
})
