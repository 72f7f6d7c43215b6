import { beforeEach, describe, expect, test } from 'vitest'
import { openLedgers } from '#features/ledger/ledger-entries.ts'
import { createLedgerCalls, getDayFromNow, type Resident } from '#features/ledger/testing.ts'
import { findReceipt } from '#features/receipts/issue-receipt.ts'
import { toRefusal, type LoggedInCaller, type UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import {
  insertReservationPayment,
  payByDeposit,
  requestReversal as reverseBy,
  updatePaymentRow,
  createStoredRowQueries,
} from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
let tenant: Resident
beforeEach(async () => {
  tenant = await portal.as('client')
})
const { importStatement, pay, loadBalances, loadLedger } = createLedgerCalls(portal, admin)

const requestReversal = <Body = UntypedBody>(
  id: number,
  overrides: object = {},
  caller: LoggedInCaller = admin,
) => reverseBy<Body>(caller, id, overrides)
const listReversals = (id: number) =>
  portal.db.selectFrom('payment_reversals').selectAll().where('payment_id', '=', id).execute()

describe('a reversal', () => {
  test('restores the balance by a new ledger entry; the payment stays posted', async () => {
    await importStatement(tenant, 1000, getDayFromNow(-5))
    const id = await pay(tenant, 400)
    const {
      history: _,
      leftToPay: __,
      contact: ___,
      ...before
    } = (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body
    expect(before).toMatchObject({ reversed: false, can: ['reverse', 'receipt'] })
    const { status, body } = await requestReversal<Payment>(id, { remarks: '  No funds ' })
    expect([status, body]).toEqual([
      201,
      {
        ...before,
        reversed: true,
        can: ['receipt'],
        updated_at: expect.not.stringMatching(before.updated_at),
      },
    ])
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 0, leftToPay: 1000 })
    expect((await loadLedger(tenant)).data[0]).toMatchObject({
      kind: 'reversal',
      label: 'Cheque returned',
      reference: before.referenceNumber,
      remarks: 'No funds',
      amount: 400,
      balance: 1000,
      paymentId: id,
      date: getDayFromNow(0),
      by: 'Liza Villanueva',
    })
  })

  test('is in the history, the audit log and the resident’s notifications', async () => {
    const { id, referenceNumber } = await payByDeposit(portal, tenant)
    await admin.put(`/payment/${id}`, { status: 4 })
    await requestReversal(id, { kind: 'enteredInError', remarks: 'Typed twice' })
    const reversalText = 'Entered in error. Remarks: Typed twice'
    const { history } = (await tenant.get<PaymentWithHistory>(`/payment/${id}`)).body
    expect(history.map(({ who, toStatus, reversed, remark }) => [who, toStatus, reversed, remark])).toEqual([
      ['PMO', 4, true, reversalText],
      ['PMO', 4, false, null],
      [tenant.account.uoccname, 2, false, null],
    ])
    const [notice] = await createStoredRowQueries(portal).listStoredNotices(tenant.id)
    expect(notice).toEqual({
      title: 'Payment reversed',
      message:
        `Your payment of ₱1,500.00 by Direct Deposit (${referenceNumber}) has been reversed, ` +
        `and its receipt is void. ${reversalText}`,
      link: `/billings?id=${id}`,
    })
    const auditRows = await portal.db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'subject_name', 'detail'])
      .where('subject', '=', 'payments')
      .where('subject_id', '=', String(id))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(auditRows).toEqual({
      actor_name: 'Liza Villanueva',
      action: 'change',
      subject_name: referenceNumber,
      detail: `Reversed ₱1,500.00 of ${tenant.account.clientCode}: ${reversalText}`,
    })
  })

  test('voids the receipt, which keeps its content', async () => {
    const id = await pay(tenant, 400)
    const issuedReceipt = await findReceipt(portal.db, id)
    expect(issuedReceipt?.voided).toBeNull()
    await requestReversal(id)
    const voidDetails = { reason: 'Cheque returned', at: expect.any(Date), replacedBy: null }
    expect(await findReceipt(portal.db, id)).toEqual({ ...issuedReceipt, voided: voidDetails })
  })

  test('is sent live to both sides', async () => {
    const id = await pay(tenant, 400)
    await portal.drainEvents()
    await requestReversal(id)
    const events = (await portal.drainEvents()).filter(
      (delivery) => 'event' in delivery && delivery.event.includes('payments-crud'),
    )
    for (const room of [`client.${tenant.id}`, `admin.${admin.id}`])
      expect(events.find((event) => 'room' in event && event.room === room)).toMatchObject({
        data: { id, status: 4, reversed: true },
      })
  })

  test.each([
    ['does not change the balance, as posting it did not', 'never'],
    ['does not change the balance, if retention or a reset removed the reservation', 'after posting'],
    ['does not change the balance, if the reservation was removed before posting', 'before posting'],
  ])('of a reservation’s payment %s', async (_, removal) => {
    await importStatement(tenant, 500, getDayFromNow(-5))
    const id = await insertReservationPayment(portal, tenant)
    const removeReservation = () => updatePaymentRow(portal, id, { reservation_id: null })
    if (removal === 'before posting') await removeReservation()
    expect((await admin.put(`/payment/${id}`, { status: 4 })).status).toBe(200)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 500, receivedSince: 0, leftToPay: 500 })
    if (removal === 'after posting') await removeReservation()
    expect((await requestReversal<Payment>(id)).body.reversed).toBe(true)
    expect([(await loadBalances(tenant)).leftToPay, (await loadLedger(tenant)).total]).toEqual([500, 1])
  })

  test('of a reservation’s payment stays out of ledgers that are opened again', async () => {
    const id = await insertReservationPayment(portal, tenant)
    await admin.put(`/payment/${id}`, { status: 4 })
    await updatePaymentRow(portal, id, { reservation_id: null })
    await portal.db.transaction().execute((tx) => openLedgers(tx, 'Asia/Manila'))
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 0, receivedSince: 0, leftToPay: 0 })
  })

  test('of a payment older than the ledger has an entry too', async () => {
    const id = await pay(tenant, 300)
    await importStatement(tenant, 700, getDayFromNow(1))
    await portal.db.transaction().execute((tx) => openLedgers(tx, 'Asia/Manila'))
    await requestReversal(id)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 700, receivedSince: -300, leftToPay: 1000 })
  })

  test('is never rewritten, and its payment stays closed', async () => {
    const id = await pay(tenant, 400)
    await requestReversal(id)
    expect((await admin.put(`/payment/${id}`, { status: 5, remarks: 'x' })).status).toBe(403)
    await expect(
      portal.db.updateTable('payment_reversals').set({ remarks: 'x' }).where('payment_id', '=', id).execute(),
    ).rejects.toThrow('never rewritten')
  })
})

describe('is refused', () => {
  test('without kind, remarks or password, with a message at each', async () => {
    const id = await pay(tenant, 400)
    const emptyBodyResponse = await admin.post(`/payment/${id}/reversal`, {})
    expect([emptyBodyResponse.status, emptyBodyResponse.body.errors]).toEqual([
      400,
      {
        kind: ['This is required.'],
        remarks: ['Please input your remarks!'],
        password: ['Please input your password!'],
      },
    ])
    expect((await requestReversal(id, { remarks: ' ' })).body.errors).toEqual({
      remarks: ['Please input your remarks!'],
    })
    expect((await requestReversal(id, { kind: 'refund' })).status).toBe(400)
    expect(await listReversals(id)).toEqual([])
  })

  test('with a wrong password, which counts as a failed login', async () => {
    const cashier = await portal.as('admin')
    const id = await pay(tenant, 400)
    const countLoginFailures = async () =>
      (await portal.db.selectFrom('login_failures').select('id').execute()).length
    const failureCountBefore = await countLoginFailures()
    const wrongPasswordResponse = await requestReversal(id, { password: 'wrong' }, cashier)
    expect([wrongPasswordResponse.status, wrongPasswordResponse.body.errors]).toEqual([
      400,
      { password: ['The password is not right.'] },
    ])
    expect(await listReversals(id)).toEqual([])
    expect(await countLoginFailures()).toBeGreaterThan(failureCountBefore)
  })

  test('for unknown, unposted and reversed payments', async () => {
    expect((await requestReversal(999_999)).status).toBe(404)
    const { id } = await payByDeposit(portal, tenant)
    expect(await requestReversal(id)).toMatchObject(toRefusal(409, 'notPosted'))
    await admin.put(`/payment/${id}`, { status: 4 })
    expect((await requestReversal(id)).status).toBe(201)
    expect(await requestReversal(id)).toMatchObject(toRefusal(409, 'alreadyDone'))
  })
})

test('of 12 simultaneous reversals one succeeds, and none counts as a guess', async () => {
  const id = await pay(tenant, 400)
  const reversalResponses = await Promise.all(Array.from({ length: 12 }, () => requestReversal(id)))
  expect(reversalResponses.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array<number>(11).fill(409),
  ])
  const { balance, total } = await loadLedger(tenant)
  expect([balance, total]).toEqual([0, 2])
})
