import { beforeEach, describe, expect, test } from 'vitest'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import type { TestTenant } from '#testing/accounts.ts'
import { toRefusal, type LoggedInCaller, type UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { formatPickerTime } from '@tahanan/contract/time.ts'
import {
  payByDeposit,
  payOnline,
  requestReversal,
  reportOutcome,
  updatePaymentRow,
  uploadSlip,
} from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
let tenant: LoggedInCaller<TestTenant>
beforeEach(async () => {
  tenant = await portal.as('client')
})

const formatMinutesAgo = (minutes: number) =>
  formatPickerTime(new Date(Date.now() - minutes * 60_000), 'Asia/Manila')
const loadPayment = async (id: number, caller: LoggedInCaller = admin) =>
  (await caller.get<Payment>(`/payment/${id}`)).body
const loadDuplicates = async ({ id }: { id: number }, caller: LoggedInCaller = admin) =>
  (await loadPayment(id, caller)).possibleDuplicateOf
const uploadPictureSlip = async (caller: LoggedInCaller, width: number) => ({
  name: 'slip.jpg',
  url: await uploadFile(
    portal,
    caller,
    'depositslip',
    await createSamplePicture('jpeg', width, 120),
    'slip.jpg',
  ),
})

const sendDeposit = async (transactionDate: string, overrides: object = {}) => {
  const images = [await uploadSlip(portal, tenant)]
  return tenant.post('/payment', { amountPaid: 5, transactionDate, images, ...overrides })
}

describe('a deposit is flagged to both sides', () => {
  test('if the tenant sent its amount and day before', async () => {
    const firstPayment = await payByDeposit(portal, tenant, {
      amountPaid: 900,
      transactionDate: '2026-03-14T15:59:00Z',
    })
    expect(firstPayment.possibleDuplicateOf).toEqual([])
    // This is 00:01 in Manila on the same day as the first deposit.
    const repeatedPayment = await payByDeposit(portal, tenant, {
      amountPaid: 900,
      transactionDate: '2026-03-13T16:01:00Z',
    })
    expect(repeatedPayment.possibleDuplicateOf).toEqual([firstPayment.referenceNumber])
    expect(await loadDuplicates(repeatedPayment)).toEqual([firstPayment.referenceNumber])
    for (const differentFields of [
      { amountPaid: 900, transactionDate: '2026-03-14T16:01:00Z' },
      { amountPaid: 900.01, transactionDate: '2026-03-14T15:59:00Z' },
    ])
      expect((await payByDeposit(portal, tenant, differentFields)).possibleDuplicateOf).toEqual([])
    const otherTenant = await portal.as('client')
    const otherPayment = await payByDeposit(portal, otherTenant, {
      amountPaid: 900,
      transactionDate: '2026-03-14',
    })
    expect(otherPayment.possibleDuplicateOf).toEqual([])
  })

  test('if the tenant sent its picture before, whatever amount and day', async () => {
    const firstPayment = await payByDeposit(portal, tenant, {
      amountPaid: 1,
      images: [await uploadPictureSlip(tenant, 300)],
    })
    const repeatedPayment = await payByDeposit(portal, tenant, {
      amountPaid: 2,
      images: [await uploadPictureSlip(tenant, 300)],
    })
    expect(repeatedPayment.possibleDuplicateOf).toEqual([firstPayment.referenceNumber])
    const differentPayment = await payByDeposit(portal, tenant, {
      amountPaid: 3,
      images: [await uploadPictureSlip(tenant, 301)],
    })
    expect(differentPayment.possibleDuplicateOf).toEqual([])
    const otherTenant = await portal.as('client')
    const otherTenantPayment = await payByDeposit(portal, otherTenant, {
      amountPaid: 4,
      images: [await uploadPictureSlip(otherTenant, 300)],
    })
    expect(otherTenantPayment.possibleDuplicateOf).toEqual([])
  })

  test('until the earlier one is rejected or deleted', async () => {
    const [first, second] = [await payByDeposit(portal, tenant), await payByDeposit(portal, tenant)]
    const thirdPayment = await payByDeposit(portal, tenant)
    expect(await loadDuplicates(thirdPayment)).toEqual([first.referenceNumber, second.referenceNumber])
    await admin.put(`/payment/${first.id}`, { status: 5 })
    expect(await loadDuplicates(thirdPayment)).toEqual([second.referenceNumber])
    await admin.delete(`/payment/${second.id}`)
    expect([await loadDuplicates(thirdPayment), await loadDuplicates(thirdPayment, tenant)]).toEqual([[], []])
    expect((await payByDeposit(portal, tenant)).possibleDuplicateOf).toEqual([thirdPayment.referenceNumber])
  })
})

describe('bank and reference number', () => {
  const reference = { bank: 'GCash', bankReference: ' 0012-AbC ' }

  test('are shown and searchable', async () => {
    const firstDeposit = await payByDeposit(portal, tenant, { bank: 'BPI', bankReference: 'Zq-77/1' })
    expect(firstDeposit).toMatchObject({ bank: 'BPI', bankReference: 'Zq-77/1' })
    for (const [caller, term] of [
      [admin, 'zq-77'],
      [tenant, 'ZQ-77/1'],
    ] as const) {
      const { data } = (
        await caller.get<{ data: Payment[] }>(`/payments?searchTerm=${encodeURIComponent(term)}`)
      ).body
      expect(data.map(({ id }) => id)).toEqual([firstDeposit.id])
    }
    expect(await payByDeposit(portal, tenant)).toMatchObject({ bank: '', bankReference: '' })
  })

  test('of another active payment are flagged, and need a remark to verify or post', async () => {
    const otherTenant = await portal.as('client')
    const firstPayment = await payByDeposit(portal, tenant, { ...reference, amountPaid: 10 })
    const otherPayment = await payByDeposit(portal, otherTenant, {
      bank: 'GCASH',
      bankReference: '0012-abc',
      amountPaid: 20,
    })
    expect(otherPayment.possibleDuplicateOf).toEqual([])
    expect(await loadDuplicates(otherPayment)).toEqual([firstPayment.referenceNumber])
    const otherBankPayment = await payByDeposit(portal, tenant, {
      ...reference,
      bank: 'Maya',
      amountPaid: 30,
    })
    expect(otherBankPayment.possibleDuplicateOf).toEqual([])
    for (const status of [3, 4]) {
      const responseWithoutRemarks = await admin.put(`/payment/${otherPayment.id}`, { status })
      expect([responseWithoutRemarks.status, responseWithoutRemarks.body.errors]).toEqual([
        400,
        {
          remarks: [
            `${firstPayment.referenceNumber} has the same bank and reference. ` +
              'Please write in the remarks why both are right.',
          ],
        },
      ])
    }
    const reviewBody = { status: 3, remarks: 'One transfer for two units' }
    expect((await admin.put(`/payment/${otherPayment.id}`, reviewBody)).status).toBe(200)
    expect((await admin.put(`/payment/${otherBankPayment.id}`, { status: 3 })).status).toBe(200)
    await admin.put(`/payment/${otherPayment.id}`, { status: 5 })
    expect((await admin.put(`/payment/${firstPayment.id}`, { status: 4 })).status).toBe(200)
    expect((await requestReversal(admin, firstPayment.id)).status).toBe(201)
    const laterPayment = await payByDeposit(portal, otherTenant, { ...reference, amountPaid: 40 })
    expect(await loadDuplicates(laterPayment)).toEqual([])
    expect((await admin.put(`/payment/${laterPayment.id}`, { status: 3 })).status).toBe(200)
  })
})

describe('the transaction date', () => {
  test('in the future is refused', async () => {
    for (const minutesAhead of [60, 1440]) {
      const { status, body } = await sendDeposit(formatMinutesAgo(-minutesAhead), { confirmed: true })
      expect([status, body.errors]).toEqual([
        400,
        { transactionDate: ['Please choose a date that is not in the future.'] },
      ])
    }
    expect((await sendDeposit(formatMinutesAgo(0))).status).toBe(201)
  })

  test('of more than 90 days ago needs a confirmation', async () => {
    const oldDate = formatMinutesAgo(91 * 1440)
    const refusedAnswer = await sendDeposit(oldDate)
    expect([refusedAnswer.status, refusedAnswer.body.code, refusedAnswer.body.message]).toEqual([
      409,
      'oldTransaction',
      'This transaction is more than 90 days old. Is the date right?',
    ])
    expect((await sendDeposit(oldDate, { confirmed: true })).status).toBe(201)
    expect((await sendDeposit(formatMinutesAgo(89 * 1440))).status).toBe(201)
  })
})

type SentPayment = Payment & UntypedBody
const createSlipBody = async (overrides: object = {}) => ({
  amountPaid: 1500,
  transactionDate: '2026-03-14 09:30:00',
  confirmed: true,
  images: [await uploadSlip(portal, tenant)],
  ...overrides,
})
const sendDepositWithSlip = async (overrides: object = {}) =>
  tenant.post<SentPayment>('/payment', await createSlipBody(overrides))
const payCash = (overrides: object = {}) =>
  admin.post<SentPayment>('/counter-payment', {
    tenantId: tenant.id,
    type: 4,
    amountPaid: 1500,
    ...overrides,
  })
const duplicateRefusal = toRefusal(409, 'possibleDuplicate')

describe('a payment of the same amount and day needs a confirmation (rules 8.40)', () => {
  test('of a resident, naming the earlier one, and is created after the confirmation', async () => {
    const { referenceNumber } = await payByDeposit(portal, tenant)
    const questionResponse = await sendDepositWithSlip({ transactionDate: '2026-03-14 18:00:00' })
    expect(questionResponse).toMatchObject(duplicateRefusal)
    expect(questionResponse.body.message).toBe(
      `There is ${referenceNumber} already: ₱1,500.00 by Direct Deposit, 14 March 2026, for verification. ` +
        'Go on only if this is another payment.',
    )
    for (const differentFields of [{ amountPaid: 1500.01 }, { transactionDate: '2026-03-15 09:30:00' }])
      expect((await sendDepositWithSlip(differentFields)).status).toBe(201)
    const otherTenant = await portal.as('client')
    expect((await payByDeposit(portal, otherTenant, { confirmedDuplicate: false })).status).toBe(2)
    const confirmedResponse = await sendDepositWithSlip({ confirmedDuplicate: true })
    expect([confirmedResponse.status, confirmedResponse.body.possibleDuplicateOf]).toEqual([
      201,
      [referenceNumber],
    ])
    expect((await sendDepositWithSlip()).body.message).toContain(
      `There is ${confirmedResponse.body.referenceNumber} already`,
    )
    expect((await sendDepositWithSlip()).body.message).toContain('1 more is like it.')
  })

  test('and a refused one leaves nothing: no number, no payment, a reusable slip', async () => {
    await payByDeposit(portal, tenant)
    const body = await createSlipBody()
    const paymentCountBefore = (await tenant.get<{ total: number }>('/payments')).body.total
    expect(await tenant.post('/payment', body)).toMatchObject(duplicateRefusal)
    expect((await tenant.get<{ total: number }>('/payments')).body.total).toBe(paymentCountBefore)
    expect((await tenant.post('/payment', { ...body, confirmedDuplicate: true })).status).toBe(201)
  })

  test('of two simultaneous ones one is refused', async () => {
    const depositResponses = await Promise.all([sendDepositWithSlip(), sendDepositWithSlip()])
    expect(depositResponses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('at the counter, also in cash, whoever sent the earlier one', async () => {
    const today = formatMinutesAgo(0)
    const firstResponse = await payCash()
    expect([firstResponse.status, firstResponse.body.status]).toEqual([201, 4])
    const questionResponse = await payCash()
    expect(questionResponse).toMatchObject(duplicateRefusal)
    expect(questionResponse.body.message).toContain(
      `There is ${firstResponse.body.referenceNumber} already: ₱1,500.00 by Cash`,
    )
    expect(questionResponse.body.message).toContain(', posted.')
    const transfer = { type: 6, bank: 'BDO', bankReference: 'T-9', transactionDate: today.slice(0, 10) }
    expect(await payCash(transfer)).toMatchObject(duplicateRefusal)
    expect(await sendDepositWithSlip({ transactionDate: today })).toMatchObject(duplicateRefusal)
    expect((await payCash({ confirmedDuplicate: true })).status).toBe(201)
    const confirmedResponse = await payCash({ ...transfer, confirmedDuplicate: true })
    expect(confirmedResponse.status).toBe(201)
    // The deposit is flagged only as a duplicate of the bank transfer. Cash payments are not flagged, because
    // cash has no slip.
    const slipResponse = await sendDepositWithSlip({ transactionDate: today, confirmedDuplicate: true })
    expect(slipResponse.body.possibleDuplicateOf).toEqual([confirmedResponse.body.referenceNumber])
    expect((await payCash({ amountPaid: 1 })).status).toBe(201)
  })

  test('but not against a rejected, deleted or reversed one, nor an unfinished online payment', async () => {
    const rejectedDeposit = await payByDeposit(portal, tenant)
    await admin.put(`/payment/${rejectedDeposit.id}`, { status: 5 })
    const deletedDeposit = await sendDepositWithSlip()
    expect(deletedDeposit.status).toBe(201)
    await admin.delete(`/payment/${deletedDeposit.body.id}`)
    const postedDeposit = await sendDepositWithSlip()
    await admin.put(`/payment/${postedDeposit.body.id}`, { status: 4 })
    expect(await sendDepositWithSlip()).toMatchObject(duplicateRefusal)
    expect((await requestReversal(admin, postedDeposit.body.id)).status).toBe(201)
    const { paymentId } = await payOnline(portal, tenant, { amountPaid: 1500 })
    await updatePaymentRow(portal, paymentId, { transaction_date: new Date('2026-03-14T01:00:00Z') })
    const countedDeposit = await sendDepositWithSlip()
    expect(countedDeposit.status).toBe(201)
    await admin.delete(`/payment/${countedDeposit.body.id}`)
    await reportOutcome(portal, paymentId, 'P')
    expect((await sendDepositWithSlip()).status).toBe(201)
    await reportOutcome(portal, paymentId, 'S')
    expect((await sendDepositWithSlip()).body.message).toContain('1 more is like it.')
  })
})

const payOnlineOnce = async (amountPaid = 900) => {
  const { paymentId: id, referenceNumber } = await payOnline(portal, tenant, { amountPaid })
  return { id, referenceNumber }
}

describe('two equal online payments of a day (rules 8.43)', () => {
  test('are marked for the office once both are paid, in either order', async () => {
    const [first, second] = [await payOnlineOnce(), await payOnlineOnce()]
    await reportOutcome(portal, second.id, 'S')
    expect([await loadDuplicates(first), await loadDuplicates(second)]).toEqual([[], []])
    await reportOutcome(portal, first.id, 'P')
    expect(await loadDuplicates(second)).toEqual([])
    await reportOutcome(portal, first.id, 'S')
    expect(await loadDuplicates(first)).toEqual([second.referenceNumber])
    expect(await loadDuplicates(second)).toEqual([first.referenceNumber])
    expect([await loadDuplicates(first, tenant), await loadDuplicates(second, tenant)]).toEqual([[], []])
    await admin.put(`/payment/${first.id}`, { status: 5 })
    expect(await loadDuplicates(second)).toEqual([])
  })

  test('are marked too if one was paid after it had failed (rules 8.41)', async () => {
    const [first, second] = [await payOnlineOnce(), await payOnlineOnce()]
    await reportOutcome(portal, first.id, 'F')
    await reportOutcome(portal, first.id, 'S')
    expect((await loadPayment(first.id)).status).toBe(5)
    await reportOutcome(portal, second.id, 'S')
    expect(await loadDuplicates(first)).toEqual([second.referenceNumber])
    expect(await loadDuplicates(second)).toEqual([first.referenceNumber])
    await admin.put(`/payment/${second.id}`, { status: 5 })
    const deposit = { amountPaid: 900, transactionDate: formatMinutesAgo(0) }
    const questionResponse = await sendDepositWithSlip(deposit)
    expect(questionResponse).toMatchObject(duplicateRefusal)
    expect(questionResponse.body.message).toMatch(
      new RegExp(`^There is ${first.referenceNumber} already: .*, paid\\. Go on`),
    )
    await admin.put(`/payment/${first.id}`, { status: 2, remarks: 'Arrived late' })
    await admin.put(`/payment/${first.id}`, { status: 5, remarks: 'Given back' })
    expect(await loadDuplicates(second)).toEqual([])
    expect((await sendDepositWithSlip(deposit)).status).toBe(201)
  })

  test('both paid at the same moment are marked', async () => {
    const [first, second] = [await payOnlineOnce(), await payOnlineOnce()]
    await Promise.all([first, second].map(({ id }) => reportOutcome(portal, id, 'S')))
    expect([await loadDuplicates(first), await loadDuplicates(second)]).toEqual([
      [second.referenceNumber],
      [first.referenceNumber],
    ])
  })

  test('as one beside a deposit is, but not of another amount, day or tenant, nor a failed one', async () => {
    const paidPayment = await payOnlineOnce()
    await reportOutcome(portal, paidPayment.id, 'S')
    const otherAmountPayment = await payOnlineOnce(900.01)
    const failedPayment = await payOnlineOnce()
    const yesterdayPayment = await payOnlineOnce()
    await updatePaymentRow(portal, yesterdayPayment.id, {
      transaction_date: new Date(Date.now() - 86_400_000),
    })
    tenant = await portal.as('client')
    const otherTenantPayment = await payOnlineOnce()
    for (const [payment, statusCode] of [
      [otherAmountPayment, 'S'],
      [failedPayment, 'F'],
      [yesterdayPayment, 'S'],
      [otherTenantPayment, 'S'],
    ] as const) {
      await reportOutcome(portal, payment.id, statusCode)
      expect(await loadDuplicates(payment)).toEqual([])
    }
    const slipPayment = await payByDeposit(portal, tenant, {
      amountPaid: 70,
      transactionDate: formatMinutesAgo(0),
    })
    const onlinePayment = await payOnlineOnce(70)
    await reportOutcome(portal, onlinePayment.id, 'S')
    expect(await loadDuplicates(onlinePayment)).toEqual([slipPayment.referenceNumber])
  })
})
