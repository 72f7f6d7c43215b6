import { beforeEach, describe, expect, test } from 'vitest'
import { picture } from '#platform/files/content/testing-samples.ts'
import type { TestTenant } from '#testing/accounts.ts'
import { toRefusal, type LoggedIn, type LooseBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { formatPicker } from '@tahanan/contract/time.ts'
import { deposit, payOnline, reverse, reportOutcome, setPayment, uploadSlip } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
let tenant: LoggedIn<TestTenant>
beforeEach(async () => {
  tenant = await portal.as('client')
})

const formatMinutesAgo = (minutes: number) =>
  formatPicker(new Date(Date.now() - minutes * 60_000), 'Asia/Manila')
const read = async (id: number, who: LoggedIn = admin) => (await who.get<Payment>(`/payment/${id}`)).body
const loadDuplicates = async ({ id }: { id: number }, who: LoggedIn = admin) =>
  (await read(id, who)).possibleDuplicateOf
const uploadPictureSlip = async (who: LoggedIn, width: number) => ({
  name: 'slip.jpg',
  url: await uploadFile(portal, who, 'depositslip', await picture('jpeg', width, 120), 'slip.jpg'),
})

const send = async (transactionDate: string, more: object = {}) => {
  const images = [await uploadSlip(portal, tenant)]
  return tenant.post('/payment', { amountPaid: 5, transactionDate, images, ...more })
}

describe('a deposit is flagged to both sides', () => {
  test('if the tenant sent its amount and day before', async () => {
    const first = await deposit(portal, tenant, { amountPaid: 900, transactionDate: '2026-03-14T15:59:00Z' })
    expect(first.possibleDuplicateOf).toEqual([])
    // This is 00:01 in Manila on the same day as the first deposit.
    const again = await deposit(portal, tenant, { amountPaid: 900, transactionDate: '2026-03-13T16:01:00Z' })
    expect(again.possibleDuplicateOf).toEqual([first.referenceNumber])
    expect(await loadDuplicates(again)).toEqual([first.referenceNumber])
    for (const more of [
      { amountPaid: 900, transactionDate: '2026-03-14T16:01:00Z' },
      { amountPaid: 900.01, transactionDate: '2026-03-14T15:59:00Z' },
    ])
      expect((await deposit(portal, tenant, more)).possibleDuplicateOf).toEqual([])
    const neighbour = await portal.as('client')
    const other = await deposit(portal, neighbour, { amountPaid: 900, transactionDate: '2026-03-14' })
    expect(other.possibleDuplicateOf).toEqual([])
  })

  test('if the tenant sent its picture before, whatever amount and day', async () => {
    const first = await deposit(portal, tenant, {
      amountPaid: 1,
      images: [await uploadPictureSlip(tenant, 300)],
    })
    const again = await deposit(portal, tenant, {
      amountPaid: 2,
      images: [await uploadPictureSlip(tenant, 300)],
    })
    expect(again.possibleDuplicateOf).toEqual([first.referenceNumber])
    const another = await deposit(portal, tenant, {
      amountPaid: 3,
      images: [await uploadPictureSlip(tenant, 301)],
    })
    expect(another.possibleDuplicateOf).toEqual([])
    const neighbour = await portal.as('client')
    const copy = await deposit(portal, neighbour, {
      amountPaid: 4,
      images: [await uploadPictureSlip(neighbour, 300)],
    })
    expect(copy.possibleDuplicateOf).toEqual([])
  })

  test('until the earlier one is rejected or deleted', async () => {
    const [first, second] = [await deposit(portal, tenant), await deposit(portal, tenant)]
    const third = await deposit(portal, tenant)
    expect(await loadDuplicates(third)).toEqual([first.referenceNumber, second.referenceNumber])
    await admin.put(`/payment/${first.id}`, { status: 5 })
    expect(await loadDuplicates(third)).toEqual([second.referenceNumber])
    await admin.delete(`/payment/${second.id}`)
    expect([await loadDuplicates(third), await loadDuplicates(third, tenant)]).toEqual([[], []])
    expect((await deposit(portal, tenant)).possibleDuplicateOf).toEqual([third.referenceNumber])
  })
})

describe('bank and reference number', () => {
  const reference = { bank: 'GCash', bankReference: ' 0012-AbC ' }

  test('are shown and searchable', async () => {
    const paid = await deposit(portal, tenant, { bank: 'BPI', bankReference: 'Zq-77/1' })
    expect(paid).toMatchObject({ bank: 'BPI', bankReference: 'Zq-77/1' })
    for (const [who, term] of [
      [admin, 'zq-77'],
      [tenant, 'ZQ-77/1'],
    ] as const) {
      const { data } = (
        await who.get<{ data: Payment[] }>(`/payments?searchTerm=${encodeURIComponent(term)}`)
      ).body
      expect(data.map(({ id }) => id)).toEqual([paid.id])
    }
    expect(await deposit(portal, tenant)).toMatchObject({ bank: '', bankReference: '' })
  })

  test('of another active payment are flagged, and need a remark to verify or post', async () => {
    const neighbour = await portal.as('client')
    const first = await deposit(portal, tenant, { ...reference, amountPaid: 10 })
    const other = await deposit(portal, neighbour, {
      bank: 'GCASH',
      bankReference: '0012-abc',
      amountPaid: 20,
    })
    // Residents see only their own payments as duplicates, so this list is empty. The office sees both.
    expect(other.possibleDuplicateOf).toEqual([])
    expect(await loadDuplicates(other)).toEqual([first.referenceNumber])
    const elsewhere = await deposit(portal, tenant, { ...reference, bank: 'Maya', amountPaid: 30 })
    expect(elsewhere.possibleDuplicateOf).toEqual([])
    for (const status of [3, 4]) {
      const bare = await admin.put(`/payment/${other.id}`, { status })
      expect([bare.status, bare.body.errors]).toEqual([
        400,
        {
          remarks: [
            `${first.referenceNumber} has the same bank and reference. ` +
              'Please write in the remarks why both are right.',
          ],
        },
      ])
    }
    const explained = { status: 3, remarks: 'One transfer for two units' }
    expect((await admin.put(`/payment/${other.id}`, explained)).status).toBe(200)
    expect((await admin.put(`/payment/${elsewhere.id}`, { status: 3 })).status).toBe(200)
    await admin.put(`/payment/${other.id}`, { status: 5 })
    expect((await admin.put(`/payment/${first.id}`, { status: 4 })).status).toBe(200)
    expect((await reverse(admin, first.id)).status).toBe(201)
    const after = await deposit(portal, neighbour, { ...reference, amountPaid: 40 })
    expect(await loadDuplicates(after)).toEqual([])
    expect((await admin.put(`/payment/${after.id}`, { status: 3 })).status).toBe(200)
  })
})

describe('the transaction date', () => {
  test('in the future is refused', async () => {
    for (const ahead of [60, 1440]) {
      const { status, body } = await send(formatMinutesAgo(-ahead), { confirmed: true })
      expect([status, body.errors]).toEqual([
        400,
        { transactionDate: ['Please choose a date that is not in the future.'] },
      ])
    }
    expect((await send(formatMinutesAgo(0))).status).toBe(201)
  })

  test('of more than 90 days ago needs a confirmation', async () => {
    const old = formatMinutesAgo(91 * 1440)
    const asked = await send(old)
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      409,
      'oldTransaction',
      'This transaction is more than 90 days old. Is the date right?',
    ])
    expect((await send(old, { confirmed: true })).status).toBe(201)
    expect((await send(formatMinutesAgo(89 * 1440))).status).toBe(201)
  })
})

type Sent = Payment & LooseBody
const createSlipBody = async (more: object = {}) => ({
  amountPaid: 1500,
  transactionDate: '2026-03-14 09:30:00',
  confirmed: true,
  images: [await uploadSlip(portal, tenant)],
  ...more,
})
const sendSlip = async (more: object = {}) => tenant.post<Sent>('/payment', await createSlipBody(more))
const takeCash = (more: object = {}) =>
  admin.post<Sent>('/counter-payment', { tenantId: tenant.id, type: 4, amountPaid: 1500, ...more })
const asked = toRefusal(409, 'possibleDuplicate')

describe('a payment of the same amount and day needs a confirmation (rules 8.40)', () => {
  test('of a resident, naming the earlier one, and is created after the confirmation', async () => {
    const { referenceNumber } = await deposit(portal, tenant)
    const question = await sendSlip({ transactionDate: '2026-03-14 18:00:00' })
    expect(question).toMatchObject(asked)
    expect(question.body.message).toBe(
      `There is ${referenceNumber} already: ₱1,500.00 by Direct Deposit, 14 March 2026, for verification. ` +
        'Go on only if this is another payment.',
    )
    for (const other of [{ amountPaid: 1500.01 }, { transactionDate: '2026-03-15 09:30:00' }])
      expect((await sendSlip(other)).status).toBe(201)
    const neighbour = await portal.as('client')
    expect((await deposit(portal, neighbour, { confirmedDuplicate: false })).status).toBe(2)
    const sure = await sendSlip({ confirmedDuplicate: true })
    expect([sure.status, sure.body.possibleDuplicateOf]).toEqual([201, [referenceNumber]])
    expect((await sendSlip()).body.message).toContain(`There is ${sure.body.referenceNumber} already`)
    expect((await sendSlip()).body.message).toContain('1 more is like it.')
  })

  test('and a refused one leaves nothing: no number, no payment, a reusable slip', async () => {
    await deposit(portal, tenant)
    const body = await createSlipBody()
    const before = (await tenant.get<{ total: number }>('/payments')).body.total
    expect(await tenant.post('/payment', body)).toMatchObject(asked)
    expect((await tenant.get<{ total: number }>('/payments')).body.total).toBe(before)
    expect((await tenant.post('/payment', { ...body, confirmedDuplicate: true })).status).toBe(201)
  })

  test('of two simultaneous ones one is refused', async () => {
    const both = await Promise.all([sendSlip(), sendSlip()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('at the counter, also in cash, whoever sent the earlier one', async () => {
    const today = formatMinutesAgo(0)
    const first = await takeCash()
    expect([first.status, first.body.status]).toEqual([201, 4])
    const question = await takeCash()
    expect(question).toMatchObject(asked)
    expect(question.body.message).toContain(
      `There is ${first.body.referenceNumber} already: ₱1,500.00 by Cash`,
    )
    expect(question.body.message).toContain(', posted.')
    const transfer = { type: 6, bank: 'BDO', bankReference: 'T-9', transactionDate: today.slice(0, 10) }
    expect(await takeCash(transfer)).toMatchObject(asked)
    expect(await sendSlip({ transactionDate: today })).toMatchObject(asked)
    expect((await takeCash({ confirmedDuplicate: true })).status).toBe(201)
    const sure = await takeCash({ ...transfer, confirmedDuplicate: true })
    expect(sure.status).toBe(201)
    // The deposit is flagged only as a duplicate of the bank transfer. Cash payments are not flagged, because
    // cash has no slip.
    const slip = await sendSlip({ transactionDate: today, confirmedDuplicate: true })
    expect(slip.body.possibleDuplicateOf).toEqual([sure.body.referenceNumber])
    expect((await takeCash({ amountPaid: 1 })).status).toBe(201)
  })

  test('but not against a rejected, deleted or reversed one, nor an unfinished online payment', async () => {
    const rejected = await deposit(portal, tenant)
    await admin.put(`/payment/${rejected.id}`, { status: 5 })
    const deleted = await sendSlip()
    expect(deleted.status).toBe(201)
    await admin.delete(`/payment/${deleted.body.id}`)
    const posted = await sendSlip()
    await admin.put(`/payment/${posted.body.id}`, { status: 4 })
    expect(await sendSlip()).toMatchObject(asked)
    expect((await reverse(admin, posted.body.id)).status).toBe(201)
    const { paymentId } = await payOnline(portal, tenant, { amountPaid: 1500 })
    await setPayment(portal, paymentId, { transaction_date: new Date('2026-03-14T01:00:00Z') })
    const counted = await sendSlip()
    expect(counted.status).toBe(201)
    await admin.delete(`/payment/${counted.body.id}`)
    await reportOutcome(portal, paymentId, 'P')
    expect((await sendSlip()).status).toBe(201)
    await reportOutcome(portal, paymentId, 'S')
    expect((await sendSlip()).body.message).toContain('1 more is like it.')
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

  test('both paid at the same moment are marked', async () => {
    const [first, second] = [await payOnlineOnce(), await payOnlineOnce()]
    await Promise.all([first, second].map(({ id }) => reportOutcome(portal, id, 'S')))
    expect([await loadDuplicates(first), await loadDuplicates(second)]).toEqual([
      [second.referenceNumber],
      [first.referenceNumber],
    ])
  })

  test('as one beside a deposit is, but not of another amount, day or tenant, nor a failed one', async () => {
    const paid = await payOnlineOnce()
    await reportOutcome(portal, paid.id, 'S')
    const other = await payOnlineOnce(900.01)
    const failed = await payOnlineOnce()
    const yesterday = await payOnlineOnce()
    await setPayment(portal, yesterday.id, { transaction_date: new Date(Date.now() - 86_400_000) })
    tenant = await portal.as('client')
    const neighbour = await payOnlineOnce()
    for (const [payment, letter] of [
      [other, 'S'],
      [failed, 'F'],
      [yesterday, 'S'],
      [neighbour, 'S'],
    ] as const) {
      await reportOutcome(portal, payment.id, letter)
      expect(await loadDuplicates(payment)).toEqual([])
    }
    const slip = await deposit(portal, tenant, { amountPaid: 70, transactionDate: formatMinutesAgo(0) })
    const beside = await payOnlineOnce(70)
    await reportOutcome(portal, beside.id, 'S')
    expect(await loadDuplicates(beside)).toEqual([slip.referenceNumber])
  })
})
