import { describe, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { selectSameReferencePayments } from '#features/payments/save-payment.ts'
import {
  payByDeposit,
  enableWithholding,
  requestReversal,
  updatePaymentRow,
  createStoredRowQueries,
  createTaxFields,
  uploadProof,
} from '#features/posting/testing.ts'
import { findReceipt } from '#features/receipts/issue-receipt.ts'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { toRefusal, awaitStatuses, type LoggedInCaller, type UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  CashClose,
  NextCashClose,
  OpenCharges,
  Payment,
  PaymentWithHistory,
} from '@tahanan/contract/billing/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const cashier = await portal.as('admin', { name: 'Carlo Cruz', roles: { payments: ['counter'] } })
const { importStatement, loadBalances, loadLedger, charge } = createLedgerCalls(portal, admin)
const { listStoredNotices } = createStoredRowQueries(portal)

const createCounterPayment = <Body = UntypedBody>(
  payer: LoggedInCaller,
  body: object,
  by: LoggedInCaller = cashier,
) => by.post<Body>('/counter-payment', { tenantId: payer.id, type: 4, amountPaid: 100, ...body })
const createCheque = (payer: LoggedInCaller, body: object = {}, by: LoggedInCaller = cashier) =>
  createCounterPayment<Payment & UntypedBody>(
    payer,
    { type: 5, bank: 'BDO', bankReference: '000123', chequeDate: getDayFromNow(0), ...body },
    by,
  )
const createCashPayment = async (payer: LoggedInCaller, amountPaid: number): Promise<number> => {
  const { status, body } = await createCounterPayment<Payment>(payer, { amountPaid })
  expect(status).toBe(201)
  return body.id
}
const loadCashCloses = async () =>
  (await admin.get<ListOf<CashClose> & { next: NextCashClose }>('/cash-closes')).body
const closeDay = async (body: object = {}, by: LoggedInCaller = admin) => {
  const { expected } = (await loadCashCloses()).next
  return by.post<CashClose & UntypedBody>('/cash-close', { counted: expected, expected, ...body })
}
const findCashCloseAudit = () =>
  portal.db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject_name', 'detail'])
    .where('subject', '=', 'cash_closes')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
async function listCounterPaymentIds(by: LoggedInCaller): Promise<number[]> {
  const { data, total } = (await by.get<ListOf<Payment>>('/counter-payments?limit=0')).body
  expect(total).toBe(data.length)
  return data.map(({ id }) => id)
}
const getReceiptStatus = async (id: number, by: LoggedInCaller) =>
  (await by.get(`/payment/${id}/receipt`)).status
const getSlipStatus = async (id: number, by: LoggedInCaller) =>
  (await by.get(`/payment/${id}/cheque-slip`)).status
const getFileStatus = async (caller: LoggedInCaller, name: string) =>
  (await caller.get(`/file?name=${name}`)).status
const setMakerChecker = async (value: '0' | '1') => {
  const superAdmin = await portal.as('super-admin')
  const settings = [{ name: 'makerChecker', value }]
  expect((await superAdmin.post('/website-settings', { settings })).status).toBe(200)
}

describe('cash', () => {
  test('is posted and receipted immediately by the cashier, even if payments need two people', async () => {
    const tenant = await portal.as('client')
    await importStatement(tenant, 1000, getDayFromNow(-5))
    await setMakerChecker('1')
    const { status, body } = await createCounterPayment<Payment>(tenant, { amountPaid: 400.5 })
    const secondCheque = await createCheque(tenant, { amountPaid: 50 })
    const verifyReply = await admin.put(`/payment/${secondCheque.body.id}`, { status: 3 })
    const refusedReply = await admin.put(`/payment/${secondCheque.body.id}`, { status: 4 })
    await setMakerChecker('0')
    expect([status, body]).toMatchObject([
      201,
      { type: 4, status: 4, amountPaid: 400.5, verifiedById: cashier.id, postedBy: { name: 'Carlo Cruz' } },
    ])
    expect(body.receiptNumber).toMatch(/^AR-/)
    expect([verifyReply, refusedReply]).toMatchObject([{ status: 200 }, toRefusal(403, 'verifiedByYou')])
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 400.5, leftToPay: 599.5 })
    const [entry] = (await loadLedger(tenant)).data
    expect(entry).toMatchObject({ kind: 'payment', amount: -400.5, by: 'Carlo Cruz' })
    const ownPayment = (await tenant.get<ListOf<Payment>>('/payments')).body.data.find(
      ({ id }) => id === body.id,
    )
    expect(ownPayment).toMatchObject({ type: 4, status: 4, can: ['receipt'], verifiedById: null })
    const link = `/billings?id=${body.id}`
    expect((await listStoredNotices(tenant.id)).filter((notice) => notice.link === link)).toEqual([
      {
        title: 'Payment posted',
        message:
          `Your payment of ₱400.50 by Cash (${body.referenceNumber}) has been posted. Its receipt is ` +
          'ready.',
        link,
      },
    ])
  })

  test('with tax withheld waits for a second person if payments need two', async () => {
    const tenant = await portal.as('client')
    await enableWithholding(portal, tenant)
    await setMakerChecker('1')
    const { body } = await createCounterPayment<Payment>(tenant, { amountPaid: 501, ...createTaxFields(499) })
    expect(await loadCashCloses()).toMatchObject({ isTaxedCashPostedLater: true })
    await setMakerChecker('0')
    expect(await loadCashCloses()).toMatchObject({ isTaxedCashPostedLater: false })
    expect(body).toMatchObject({ type: 4, status: 2, receiptNumber: null })
    expect(
      (await createCounterPayment<Payment>(tenant, { amountPaid: 98, ...createTaxFields(2) })).body.status,
    ).toBe(4)
  })

  test('settles the open charge that the payer selects', async () => {
    const tenant = await portal.as('client')
    await charge(tenant, { amount: 50, date: '2026-01-05' })
    await charge(tenant, { amount: 1000, date: '2026-02-05' })
    const listOpenCharges = async () =>
      (await cashier.get<OpenCharges>(`/open-charges/${tenant.id}`)).body.data
    const [earlierCharge, chosenCharge] = await listOpenCharges()
    const { status, body } = await createCounterPayment<Payment>(tenant, {
      amountPaid: 1000,
      chargeId: chosenCharge?.id,
    })
    expect([status, body.charge?.id]).toEqual([201, chosenCharge?.id])
    expect(await listOpenCharges()).toMatchObject([{ id: earlierCharge?.id, leftToPay: 50 }])
    expect((await createCounterPayment(tenant, { amountPaid: 60 })).status).toBe(201)
    const { body: openCharges } = await cashier.get<OpenCharges>(`/open-charges/${tenant.id}`)
    expect(openCharges).toEqual({ data: [], leftToPay: -10 })
    const otherResident = await portal.as('client')
    expect((await createCounterPayment(otherResident, { chargeId: earlierCharge?.id })).body.errors).toEqual({
      chargeId: ['There is no such charge.'],
    })
  })

  test('has a receipt, and a cheque a slip, that the cashier may open, and no others (rules 17.11)', async () => {
    const tenant = await portal.as('client')
    const secondCashier = await portal.as('admin', { roles: { payments: ['counter'] } })
    const cashReply = await createCounterPayment<Payment>(tenant, { amountPaid: 20 })
    const chequeReply = await createCheque(tenant, { amountPaid: 30, bankReference: 'R17' })
    expect([cashReply.body.can, chequeReply.body.can]).toEqual([['receipt'], ['chequeSlip']])
    for (const [by, status] of [
      [cashier, 200],
      [secondCashier, 404],
      [admin, 200],
    ] as const)
      expect([
        await getReceiptStatus(cashReply.body.id, by),
        await getSlipStatus(chequeReply.body.id, by),
      ]).toEqual([status, status])
    const residentPayment = await payByDeposit(portal, tenant)
    for (const { id } of [residentPayment, chequeReply.body]) {
      await admin.put(`/payment/${id}`, { status: 4 })
      expect([await getReceiptStatus(id, admin), await getReceiptStatus(id, cashier)]).toEqual([200, 404])
    }
    const receipt = await findReceipt(portal.db, chequeReply.body.id)
    expect(receipt?.references).toContainEqual(['Cheque number', 'R17'])
    expect((await listCounterPaymentIds(cashier)).slice(0, 2)).toEqual([
      chequeReply.body.id,
      cashReply.body.id,
    ])
    expect([await listCounterPaymentIds(secondCashier), await listCounterPaymentIds(admin)]).toEqual([[], []])
    const waitingCheque = await createCheque(tenant, { chequeDate: getDayFromNow(9), bankReference: 'W1' })
    const getAbilitiesFor = async (by: LoggedInCaller) =>
      (await by.get<ListOf<Payment>>('/waiting-cheques')).body.data.find(
        ({ id }) => id === waitingCheque.body.id,
      )?.can
    expect([await getAbilitiesFor(cashier), await getAbilitiesFor(secondCashier)]).toEqual([
      ['chequeSlip'],
      [],
    ])
    await admin.put(`/payment/${waitingCheque.body.id}`, { status: 5 })
    const wrongCheque = await createCheque(tenant, { amountPaid: 31, bankReference: 'R18' })
    expect((await admin.delete(`/payment/${wrongCheque.body.id}`)).status).toBe(200)
    expect(await listCounterPaymentIds(cashier)).not.toContain(wrongCheque.body.id)
    const reassignedPayment = await payByDeposit(portal, tenant)
    await updatePaymentRow(portal, reassignedPayment.id, { post_by_id: secondCashier.id })
    expect(await listCounterPaymentIds(secondCashier)).toEqual([])
  })

  test('is posted once for a repeated call, even if both are simultaneous', async () => {
    const tenant = await portal.as('client')
    const sendPayment = () =>
      portal.app.inject({
        method: 'POST',
        url: '/api/counter-payment',
        headers: { authorization: `Bearer ${cashier.token}`, 'idempotency-key': 'cash-1' },
        payload: { tenantId: tenant.id, type: 4, amountPaid: 100 },
      })
    const paymentResponses = [...(await Promise.all([sendPayment(), sendPayment()])), await sendPayment()]
    expect(paymentResponses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(paymentResponses.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
    expect((await loadBalances(tenant)).receivedSince).toBe(100)
  })

  test('requires a tenant, a payment type and an amount', async () => {
    const tenant = await portal.as('client')
    const getFieldErrors = async (body: object) => (await createCounterPayment(tenant, body)).body.errors
    expect(await getFieldErrors({ type: 1 })).toEqual({
      type: ['Please choose cash, cheque or bank transfer!'],
    })
    expect(await getFieldErrors({ tenantId: 0, amountPaid: 0 })).toMatchObject({
      tenantId: ['Please input your tenant!'],
      amountPaid: [expect.any(String)],
    })
    expect(Object.keys(await getFieldErrors({ type: 6 }))).toEqual([
      'bank',
      'bankReference',
      'transactionDate',
    ])
  })
})

describe('a cheque', () => {
  test('or a transfer waits for verification, and shows similar payments', async () => {
    const tenant = await portal.as('client')
    const chequePayment = await createCheque(tenant, { bankReference: 'T-1' })
    const transfer = { type: 6, bank: 'bdo', bankReference: 't-1', transactionDate: getDayFromNow(-1) }
    const transferPayment = await createCounterPayment<Payment>(tenant, transfer)
    expect(chequePayment.body).toMatchObject({
      type: 5,
      status: 2,
      bank: 'BDO',
      chequeDate: getDayFromNow(0),
    })
    expect([transferPayment.status, transferPayment.body]).toMatchObject([
      201,
      { type: 6, status: 2, possibleDuplicateOf: [chequePayment.body.referenceNumber] },
    ])
    const sameReferencePayments = await selectSameReferencePayments({
      bank: 'BDO',
      bank_reference: 'T-1',
    }).execute(portal.db)
    expect(sameReferencePayments.rows).toHaveLength(2)
    expect((await loadBalances(tenant)).receivedSince).toBe(0)
    const postingBody = { status: 4, remarks: 'Both came' }
    expect((await admin.put(`/payment/${transferPayment.body.id}`, postingBody)).status).toBe(200)
    expect((await loadBalances(tenant)).receivedSince).toBe(100)
  })

  test('has a picture that office and resident may open, but not other proofs', async () => {
    const [tenant, otherTenant] = [await portal.as('client'), await portal.as('client')]
    const key = await uploadFile(
      portal,
      cashier,
      'paymentproofs',
      await createSamplePicture('png'),
      'cheque.png',
    )
    const images = [{ name: 'cheque.png', url: key }]
    const { status, body } = await createCheque(tenant, { bankReference: 'PIC', images })
    expect(status).toBe(201)
    expect(
      await Promise.all([admin, tenant, otherTenant].map((caller) => getFileStatus(caller, key))),
    ).toEqual([200, 200, 404])
    const proof = await uploadProof(portal, admin)
    expect((await admin.put(`/payment/${body.id}`, { status: 3, proof: [proof] })).status).toBe(200)
    expect([await getFileStatus(admin, proof.url), await getFileStatus(tenant, proof.url)]).toEqual([
      200, 404,
    ])
  })

  test('with a future date waits with a slip, and does not change the balance', async () => {
    const tenant = await portal.as('client')
    await importStatement(tenant, 1000, getDayFromNow(-5))
    const [laterCheque, soonerCheque] = [
      await createCheque(tenant, { chequeDate: getDayFromNow(40), bankReference: 'P-2' }),
      await createCheque(tenant, { chequeDate: getDayFromNow(10), bankReference: 'P-1' }),
    ]
    const { id } = soonerCheque.body
    const waitingCheques = (await cashier.get<ListOf<Payment>>('/waiting-cheques')).body
    expect(waitingCheques.data.map((cheque) => cheque.id)).toEqual([id, laterCheque.body.id])
    const slipResponse = await cashier.get<Buffer>(`/payment/${id}/cheque-slip`)
    expect([slipResponse.status, slipResponse.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(slipResponse.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await admin.put(`/payment/${id}`, { status: 3 })).status).toBe(200)
    expect((await cashier.get<ListOf<Payment>>('/waiting-cheques')).body.data[0]).toMatchObject({
      id,
      status: 3,
    })
    const earlyReply = await admin.put(`/payment/${id}`, { status: 4 })
    expect(earlyReply).toMatchObject(toRefusal(409, 'chequeNotDue'))
    expect(earlyReply.body.message).toMatch(
      /^This cheque is dated \d+ \w+ \d{4}\. It can be posted on that day or later\.$/,
    )
    expect((await loadBalances(tenant)).leftToPay).toBe(1000)
    const day = { cheque_date: getDayFromNow(0) }
    await portal.db.updateTable('payments').set(day).where('id', '=', id).execute()
    expect((await admin.put(`/payment/${id}`, { status: 4 })).status).toBe(200)
    expect((await loadBalances(tenant)).leftToPay).toBe(900)
    const { history } = (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body
    expect(history.map(({ toStatus }) => toStatus)).toEqual([4, 3, 2])
  })

  test('that is stale, or dated more than a year ahead, is refused', async () => {
    const tenant = await portal.as('client')
    const getErrors = async (days: number) =>
      (await createCheque(tenant, { chequeDate: getDayFromNow(days), bankReference: `D${days}` })).body.errors
    expect(await getErrors(-190)).toEqual({
      chequeDate: ['This cheque is stale: its date is more than 6 months ago.'],
    })
    expect(await getErrors(370)).toEqual({
      chequeDate: ['Please choose a date that is at most a year ahead.'],
    })
    expect([await getErrors(-170), await getErrors(360)]).toEqual([undefined, undefined])
  })
})

describe('the close of the day', () => {
  test('contains each payment once, is made by another person, and needs remarks for a difference', async () => {
    const tenant = await portal.as('client')
    await closeDay()
    const ownPaymentId = await createCashPayment(tenant, 500)
    const accountant = await portal.as('admin')
    expect((await requestReversal(accountant, await createCashPayment(tenant, 70))).status).toBe(201)
    expect((await loadCashCloses()).next).toEqual({ payments: 3, expected: 500, takenBy: ['Carlo Cruz'] })
    for (const cashTaker of [cashier, accountant])
      expect(await closeDay({}, cashTaker)).toMatchObject(toRefusal(403, 'cashTakenByYou'))
    for (const counted of [490, 510])
      expect((await closeDay({ counted })).body.errors).toEqual({
        remarks: ['Please write in the remarks why the count differs!'],
      })
    expect(await closeDay({ expected: 400 })).toMatchObject(toRefusal(409, 'cashChanged'))
    const { status, body } = await closeDay({ counted: 490, remarks: 'Ten missing' })
    const sums = { payments: 3, expected: 500, counted: 490 }
    const closeNames = { takenBy: ['Carlo Cruz'], by: 'Liza Villanueva' }
    expect([status, body]).toMatchObject([201, { ...sums, ...closeNames, remarks: 'Ten missing' }])
    expect((await closeDay()).body.code).toBe('nothingToClose')
    expect(await findCashCloseAudit()).toEqual({
      actor_name: 'Liza Villanueva',
      subject_name: `Close ${body.number}`,
      detail: 'Counted ₱490.00 of ₱500.00 that Carlo Cruz took, difference -₱10.00. Remarks: Ten missing',
    })
    expect((await requestReversal(accountant, ownPaymentId)).status).toBe(201)
    const list = await loadCashCloses()
    expect([list.next, list.data[0]]).toEqual([{ payments: 1, expected: -500, takenBy: [] }, body])
    // The day's cash is -500 pesos, because the money was returned out of the opening float. A count with
    // three decimals is refused; then a count of -500 has no difference.
    expect((await closeDay({ counted: -500.005 })).body.errors).toEqual({
      counted: ['At most two decimals.'],
    })
    expect((await closeDay()).body).toMatchObject({ number: body.number + 1, expected: -500, counted: -500 })
    expect((await findCashCloseAudit()).detail).toBe('Counted -₱500.00 of -₱500.00 expected.')
    await createCashPayment(tenant, 5)
    expect((await closeDay({ counted: 6, remarks: 'One too many' })).status).toBe(201)
    expect((await findCashCloseAudit()).detail).toBe(
      'Counted ₱6.00 of ₱5.00 that Carlo Cruz took, difference ₱1.00. Remarks: One too many',
    )
    await expect(portal.db.updateTable('cash_closes').set({ counted: 500 }).execute()).rejects.toThrow(
      'never rewritten',
    )
  })

  test('is not made by the cashier whose cash another person posted, but by that person', async () => {
    const tenant = await portal.as('client')
    await enableWithholding(portal, tenant)
    await closeDay()
    const poster = await portal.as('admin', { name: 'Pia Santos' })
    await setMakerChecker('1')
    const { body } = await createCounterPayment<Payment>(tenant, { amountPaid: 501, ...createTaxFields(499) })
    const replies = [
      await admin.put(`/payment/${body.id}`, { status: 3 }),
      await poster.put(`/payment/${body.id}`, { status: 4 }),
    ]
    await setMakerChecker('0')
    expect(replies).toMatchObject([{ status: 200 }, { status: 200 }])
    expect((await loadCashCloses()).next).toEqual({ payments: 1, expected: 501, takenBy: ['Carlo Cruz'] })
    expect(await closeDay({}, cashier)).toMatchObject(toRefusal(403, 'cashTakenByYou'))
    expect(await closeDay({}, poster)).toMatchObject({ status: 201, body: { takenBy: ['Carlo Cruz'] } })
  })

  test('is made once by two simultaneous calls, and misses no simultaneous payment', async () => {
    const tenant = await portal.as('client')
    await createCashPayment(tenant, 30)
    const { expected } = (await loadCashCloses()).next
    const closeRequests = [1, 2].map(() => admin.post('/cash-close', { counted: expected, expected }))
    await Promise.all([5, 6].map((amountPaid) => createCounterPayment(tenant, { amountPaid })))
    const statuses = await awaitStatuses(closeRequests)
    // Two calls closed the day while payments were posted. A close is refused (409) if a payment was posted
    // before it locked the table.
    expect([
      [201, 409],
      [409, 409],
    ]).toContainEqual(statuses)
    const { next, data } = await loadCashCloses()
    expect(next.expected + (statuses[0] === 201 ? (data[0]?.expected ?? 0) : 0)).toBe(expected + 11)
  })
})
