import { describe, expect, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment, PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { parseReview } from './parse-review.ts'
import { payByDeposit, payOnline, reportOutcome, createStoredRowQueries, uploadSlip } from './testing.ts'

interface PaymentPage {
  data: Payment[]
  total: number
  from: number
  counts?: Record<string, number>
}
type PaymentWithEvents = Payment & { history: PaymentEvent[] }

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client', {
  clientCode: 'A-101',
  uoccname: 'Maria Santos',
  soaAmount: 4850.5,
})

const { findStoredRow, listStoredNotices } = createStoredRowQueries(portal)
const listOfficeNotifications = (tenantId: number) =>
  portal.db
    .selectFrom('notifications')
    .select(['title', 'message', 'link', 'page'])
    .where('subject_tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .execute()

const createBodyWithSlip = (images: unknown) => ({
  amountPaid: 5,
  transactionDate: '2026-03-14',
  images,
  confirmed: true,
})

describe('a deposit', () => {
  test('is for verification immediately; statement amount and invoice come from the tenant, not the form', async () => {
    await portal.db
      .updateTable('tenants')
      .set({ soa_date: new Date('2026-02-28T16:30:00Z') })
      .where('id', '=', resident.id)
      .execute()
    const sentDeposit = await payByDeposit(portal, resident, {
      soaAmount: 1,
      status: 4,
      tenantId: 999,
      type: 3,
      invoiceNumber: 'X',
      receiptNumber: 'AR-1',
      remarks: 'mine',
      setAside: 'x',
      verifiedById: admin.id,
      postById: admin.id,
    })
    expect(sentDeposit).toMatchObject({
      tenantId: resident.id,
      tenant: { clientCode: 'A-101', uoccname: 'Maria Santos' },
      type: 1,
      status: 2,
      soaAmount: 4850.5,
      amountPaid: 1500,
      currency: 'PHP',
      invoiceNumber: '(A-101)03012026',
      transactionDate: '2026-03-14T01:30:00.000Z',
      remarks: '',
      setAside: null,
      receiptNumber: null,
      verifiedById: null,
      can: [],
    })
    expect(sentDeposit.referenceNumber).toMatch(/^PY-20\d\d-\d{6}$/)
    expect(sentDeposit.images).toMatchObject([{ name: 'slip.jpg', src: expect.stringContaining('/files/') }])
    expect(await listOfficeNotifications(resident.id)).toMatchObject([
      {
        page: 'payments',
        title: 'New payment',
        message: `Maria Santos (A-101) paid ₱1,500.00 by Direct Deposit (${sentDeposit.referenceNumber}).`,
        link: `/admin/payments?modal=true&id=${sentDeposit.id}`,
      },
    ])
    expect(await listStoredNotices(resident.id)).toEqual([])
  })

  test('without amount, date or slip is refused with the messages of rules 8.9, and uses no number', async () => {
    const firstPayment = await payByDeposit(portal, resident)
    const emptyBodyResponse = await resident.post('/payment', {})
    expect([emptyBodyResponse.status, emptyBodyResponse.body.errors]).toEqual([
      400,
      {
        amountPaid: ['Please input your Paid Amount!'],
        transactionDate: ['Please input your Transaction Date!'],
        images: ['Please upload your deposit slip!'],
      },
    ])
    const slip = await uploadSlip(portal, resident)
    for (const amountPaid of [0, 1e12, 'much', {}]) {
      const body = { amountPaid, transactionDate: '2026-03-14', images: [slip] }
      expect([amountPaid, (await resident.post('/payment', body)).status]).toEqual([amountPaid, 400])
    }
    const secondPayment = await payByDeposit(portal, resident)
    expect(Number(secondPayment.referenceNumber.slice(-6))).toBe(
      Number(firstPayment.referenceNumber.slice(-6)) + 1,
    )
  })

  test('accepts only the caller’s own unused slip, and only a picture', async () => {
    const otherTenant = await portal.as('client')
    const otherTenantSlip = await uploadSlip(portal, otherTenant)
    for (const invalidImages of [
      [otherTenantSlip],
      [{ name: 'x', url: `depositslip/x-${'0'.repeat(32)}.jpg` }],
      [{ name: 'x', url: `depositslip/x-${'0'.repeat(32)}.pdf` }],
      [{ name: 'x', url: `images/x-${'0'.repeat(32)}.jpg` }],
      [{ name: 'x', url: 'depositslip/../../etc/passwd' }],
      [await uploadSlip(portal, resident), await uploadSlip(portal, resident)],
    ]) {
      const invalidSlipResponse = await resident.post('/payment', createBodyWithSlip(invalidImages))
      expect([invalidSlipResponse.status, Object.keys(invalidSlipResponse.body.errors)]).toEqual([
        400,
        ['images'],
      ])
    }
    const slip = await uploadSlip(portal, resident)
    for (const expectedStatus of [201, 400])
      expect((await resident.post('/payment', createBodyWithSlip([slip]))).status).toBe(expectedStatus)
  })

  test('has a slip that opens for its resident and viewers of payments, until it is deleted', async () => {
    const sentDeposit = await payByDeposit(portal, resident)
    const otherTenant = await portal.as('client')
    const cashier = await portal.as('admin', { roles: { payments: ['view'] } })
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    const findFileStatus = async (caller: Pick<LoggedInCaller, 'get'>) =>
      (await caller.get(`/file?name=${encodeURIComponent(sentDeposit.images[0]?.url ?? '')}`)).status
    expect([await findFileStatus(resident), await findFileStatus(cashier)]).toEqual([200, 200])
    expect([await findFileStatus(otherTenant), await findFileStatus(guard)]).toEqual([404, 404])
    expect((await admin.delete(`/payment/${sentDeposit.id}`)).status).toBe(200)
    expect([await findFileStatus(resident), await findFileStatus(cashier)]).toEqual([404, 404])
  })
})

const formatReason = (amount: number) => `The gateway says ₱${amount}.00 where the payment says ₱1,000.00.`

describe('owners of payments', () => {
  test('residents see neither staff names nor the reasons for review', async () => {
    const onlinePayment = await payOnline(portal, resident)
    await reportOutcome(portal, onlinePayment.paymentId, 'S', { amount: 900 })
    const officeNotifications = (await listOfficeNotifications(resident.id)).filter((notification) =>
      notification.message.includes(onlinePayment.referenceNumber),
    )
    expect(officeNotifications.map(({ title }) => title)).toEqual(['Payment set aside'])
    await admin.put(`/payment/${onlinePayment.paymentId}`, { status: 3, remarks: 'The bank kept a hundred.' })
    await reportOutcome(portal, onlinePayment.paymentId, 'S', { amount: 800 })
    const { body } = await resident.get<PaymentWithEvents>(`/payment/${onlinePayment.paymentId}`)
    expect(body).toMatchObject({
      setAside: null,
      verifiedById: null,
      verifier: null,
      postedBy: null,
      status: 3,
    })
    expect(JSON.stringify(body)).not.toContain('Liza')
    expect(JSON.stringify(body)).not.toContain('The gateway says')
    expect(body.history.map(({ who, toStatus }) => [who, toStatus])).toEqual([
      ['PMO', 3],
      ['Dragon Pay', 2],
      ['Maria Santos', 1],
    ])
    const officeView = (await admin.get<PaymentWithEvents>(`/payment/${onlinePayment.paymentId}`)).body
    expect(officeView).toMatchObject({ verifiedById: admin.id, verifier: { name: 'Liza Villanueva' } })
    expect(officeView.setAside).toBe(`${formatReason(900)}\n${formatReason(800)}`)
    expect(officeView.history.slice(0, 2)).toMatchObject([
      { who: 'Dragon Pay', remark: formatReason(800) },
      { who: 'Liza Villanueva', remark: 'The bank kept a hundred.' },
    ])
  })
})

describe('the office', () => {
  test('verifies and posts; each stamp is set once, the resident is notified each time', async () => {
    const payer = await portal.as('client')
    const { id, referenceNumber } = await payByDeposit(portal, payer)
    const verifiedPayment = (await admin.put<Payment>(`/payment/${id}`, { status: 3, remarks: 'Seen.' })).body
    expect(verifiedPayment).toMatchObject({ status: 3, remarks: 'Seen.', verifiedById: admin.id })
    const otherAdmin = await portal.as('admin')
    await otherAdmin.put(`/payment/${id}`, { status: 2 })
    const repeatedReview = (await otherAdmin.put<Payment>(`/payment/${id}`, { status: 3 })).body
    expect(repeatedReview).toMatchObject({
      verifiedById: admin.id,
      verifiedDate: verifiedPayment.verifiedDate,
    })
    const postedPayment = (await otherAdmin.put<Payment>(`/payment/${id}`, { status: 4 })).body
    expect(postedPayment).toMatchObject({
      status: 4,
      postedBy: { name: otherAdmin.account.name },
      can: ['reverse', 'receipt'],
    })
    const { history } = (await payer.get<PaymentWithEvents>(`/payment/${id}`)).body
    expect(history.map(({ remark }) => remark)).toEqual([null, null, null, 'Seen.', null])
    expect(postedPayment.receiptNumber).toMatch(/^AR-20\d\d-\d{6}$/)
    expect(postedPayment.postedDate).toMatch(/Z$/)
    const storedNotifications = await listStoredNotices(payer.id)
    const messages = storedNotifications.map(({ message }) => message)
    expect(new Set(storedNotifications.map(({ link }) => link))).toEqual(new Set([`/billings?id=${id}`]))
    const payment = `Your payment of ₱1,500.00 by Direct Deposit (${referenceNumber})`
    expect(messages).toEqual([
      `${payment} has been posted. Its receipt is ready.`,
      `${payment} has been verified.`,
      `${payment} is for verification again.`,
      `${payment} has been verified. Remarks: Seen.`,
    ])
    expect(storedNotifications.map(({ title }) => title)).toEqual([
      'Payment posted',
      'Payment verified',
      'Payment for verification again',
      'Payment verified',
    ])
  })

  test('cannot change a posted payment in any way', async () => {
    const { id } = await payByDeposit(portal, resident)
    await admin.put(`/payment/${id}`, { status: 4 })
    const rowBefore = JSON.stringify(await findStoredRow(id))
    expect((await admin.put(`/payment/${id}`, { status: 4, remarks: 'x' })).status).toBe(403)
    expect(JSON.stringify(await findStoredRow(id))).toBe(rowBefore)
    for (const change of [{ status: 3 }, { amount_paid: 1 }, { receipt_number: 'AR-X' }])
      await expect(
        portal.db.updateTable('payments').set(change).where('id', '=', id).execute(),
      ).rejects.toThrow(/final|never change/)
  })

  test('must choose a valid status other than created', async () => {
    const { id } = await payByDeposit(portal, resident)
    for (const status of [undefined, null, '', 0, 1, 6, -1, 2.5, 'x', [3], { a: 1 }, true, '3 ', 1e9])
      expect(() => parseReview({ status }, 'Asia/Manila')).toThrow(
        expect.objectContaining({ errors: { status: ['Please input your status!'] } }),
      )
    const { status, body } = await admin.put(`/payment/${id}`, { status: 1, remarks: 'x'.repeat(2001) })
    expect([status, body.errors]).toEqual([
      400,
      { status: ['Please input your status!'], remarks: [expect.any(String)] },
    ])
    expect((await admin.put(`/payment/${id}`, { status: 2, remarks: 'a\u0000b' })).status).toBe(400)
    expect((await findStoredRow(id)).remarks).toBe('')
  })

  test('writes nothing if nothing changes', async () => {
    const { id } = await payByDeposit(portal, resident)
    await admin.put(`/payment/${id}`, { status: 3, remarks: 'Seen.' })
    const rowBefore = await findStoredRow(id)
    expect((await admin.put(`/payment/${id}`, { status: 3, remarks: ' Seen. ' })).status).toBe(200)
    expect(await findStoredRow(id)).toEqual(rowBefore)
    expect((await admin.get<PaymentWithEvents>(`/payment/${id}`)).body.history).toHaveLength(2)
  })

  test('needs a remark to verify or post a payment set aside, not to reject it', async () => {
    const onlinePayment = await payOnline(portal, resident)
    await reportOutcome(portal, onlinePayment.paymentId, 'S', { amount: 999.99 })
    for (const status of [3, 4]) {
      const responseWithoutRemarks = await admin.put(`/payment/${onlinePayment.paymentId}`, {
        status,
        remarks: '  ',
      })
      expect([responseWithoutRemarks.status, Object.keys(responseWithoutRemarks.body.errors)]).toEqual([
        400,
        ['remarks'],
      ])
    }
    expect((await admin.put(`/payment/${onlinePayment.paymentId}`, { status: 5 })).status).toBe(200)
    const reviewAnswer = await admin.put(`/payment/${onlinePayment.paymentId}`, {
      status: 4,
      remarks: 'A centavo off.',
    })
    expect(reviewAnswer.status).toBe(200)
  })

  test('can delete undecided payments that no gateway reported as paid; they are gone everywhere', async () => {
    const payer = await portal.as('client')
    const { id } = await payByDeposit(portal, payer)
    expect((await admin.delete(`/payment/${id}`)).status).toBe(200)
    for (const caller of [admin, payer]) {
      expect((await caller.get(`/payment/${id}`)).status).toBe(404)
      expect((await caller.get(`/payment/${id}/receipt`)).status).toBe(404)
    }
    expect((await payer.get<PaymentPage>('/payments')).body).toMatchObject({ data: [], total: 0, from: 0 })
    expect((await admin.get<PaymentPage>(`/paymentIds?selectedIds=${id}`)).body.data).toEqual([])
    expect((await admin.put(`/payment/${id}`, { status: 3 })).status).toBe(404)
    expect((await admin.delete(`/payment/${id}`)).status).toBe(404)
    const [notice] = await listStoredNotices(payer.id)
    expect(notice?.message).toContain('has been deleted by the PMO')
    expect(notice?.link).toBe('/billings')

    const onlinePayment = await payOnline(portal, payer)
    await reportOutcome(portal, onlinePayment.paymentId, 'S')
    expect((await admin.delete(`/payment/${onlinePayment.paymentId}`)).status).toBe(403)
  })
})
