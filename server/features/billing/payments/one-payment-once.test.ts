import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { formatPicker } from '@tahanan/contract/time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { picture } from '../../../platform/files/content/testing-samples.ts'
import type { LoggedIn } from '../../../testing/callers.ts'
import { openTestPortal } from '../../../testing/portal.ts'
import { uploadFile } from '../../../testing/uploads.ts'
import { deposit, uploadSlip } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
let tenant: LoggedIn
beforeEach(async () => {
  tenant = await portal.as('client')
})

const agoInManila = (minutes: number) => formatPicker(new Date(Date.now() - minutes * 60_000), 'Asia/Manila')
const read = async (id: number, who: LoggedIn = admin) => (await who.get<Payment>(`/payment/${id}`)).body
const flagged = async ({ id }: { id: number }, who: LoggedIn = admin) =>
  (await read(id, who)).possibleDuplicateOf
/** A slip of this width, through the upload itself. */
const slipOf = async (who: LoggedIn, width: number) => ({
  name: 'slip.jpg',
  url: await uploadFile(portal, who, 'depositslip', await picture('jpeg', width, 120), 'slip.jpg'),
})

/** Sends a deposit of this date. */
const send = async (transactionDate: string, more: object = {}) => {
  const images = [await uploadSlip(portal, tenant)]
  return tenant.post('/payment', { amountPaid: 5, transactionDate, images, ...more })
}

describe('a deposit is flagged to both sides', () => {
  test('when the tenant sent its amount and day before', async () => {
    const first = await deposit(portal, tenant, { amountPaid: 900, transactionDate: '2026-03-14T15:59:00Z' })
    expect(first.possibleDuplicateOf).toEqual([])
    // 00:01 of the same day in Manila
    const again = await deposit(portal, tenant, { amountPaid: 900, transactionDate: '2026-03-13T16:01:00Z' })
    expect(again.possibleDuplicateOf).toEqual([first.referenceNumber])
    expect(await flagged(again)).toEqual([first.referenceNumber])
    for (const more of [
      { amountPaid: 900, transactionDate: '2026-03-14T16:01:00Z' },
      { amountPaid: 900.01, transactionDate: '2026-03-14T15:59:00Z' },
    ])
      expect((await deposit(portal, tenant, more)).possibleDuplicateOf).toEqual([])
    const neighbour = await portal.as('client')
    const other = await deposit(portal, neighbour, { amountPaid: 900, transactionDate: '2026-03-14' })
    expect(other.possibleDuplicateOf).toEqual([])
  })

  test('when the tenant sent its picture before, whatever amount and day', async () => {
    const first = await deposit(portal, tenant, { amountPaid: 1, images: [await slipOf(tenant, 300)] })
    const again = await deposit(portal, tenant, { amountPaid: 2, images: [await slipOf(tenant, 300)] })
    expect(again.possibleDuplicateOf).toEqual([first.referenceNumber])
    const another = await deposit(portal, tenant, { amountPaid: 3, images: [await slipOf(tenant, 301)] })
    expect(another.possibleDuplicateOf).toEqual([])
    const neighbour = await portal.as('client')
    const copy = await deposit(portal, neighbour, { amountPaid: 4, images: [await slipOf(neighbour, 300)] })
    expect(copy.possibleDuplicateOf).toEqual([])
  })

  test('until the earlier one is rejected or deleted', async () => {
    const [first, second] = [await deposit(portal, tenant), await deposit(portal, tenant)]
    const third = await deposit(portal, tenant)
    expect(await flagged(third)).toEqual([first.referenceNumber, second.referenceNumber])
    await admin.put(`/payment/${first.id}`, { status: 5 })
    expect(await flagged(third)).toEqual([second.referenceNumber])
    await admin.delete(`/payment/${second.id}`)
    expect([await flagged(third), await flagged(third, tenant)]).toEqual([[], []])
    expect((await deposit(portal, tenant)).possibleDuplicateOf).toEqual([third.referenceNumber])
  })

  test('of two that come at once the later names the earlier', async () => {
    const both = await Promise.all([deposit(portal, tenant), deposit(portal, tenant)])
    const [first, second] = both.toSorted((one, other) => one.id - other.id)
    expect([first?.possibleDuplicateOf, second?.possibleDuplicateOf]).toEqual([[], [first?.referenceNumber]])
  })
})

describe('bank and reference number', () => {
  const reference = { bank: 'GCash', bankReference: ' 0012-AbC ' }

  test('are shown and searched', async () => {
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

  test('that stand on another living payment are flagged, and take a remark to verify or post', async () => {
    const neighbour = await portal.as('client')
    const first = await deposit(portal, tenant, { ...reference, amountPaid: 10 })
    const other = await deposit(portal, neighbour, {
      bank: 'GCASH',
      bankReference: '0012-abc',
      amountPaid: 20,
    })
    // A resident is told of their own payments only.
    expect(other.possibleDuplicateOf).toEqual([])
    expect(await flagged(other)).toEqual([first.referenceNumber])
    const elsewhere = await deposit(portal, tenant, { ...reference, bank: 'Maya', amountPaid: 30 })
    expect(elsewhere.possibleDuplicateOf).toEqual([])
    for (const status of [3, 4]) {
      const bare = await admin.put(`/payment/${other.id}`, { status })
      expect([bare.status, bare.body.errors]).toEqual([
        400,
        {
          remarks: [
            `${first.referenceNumber} has the same bank and reference. Please write in the remarks why both are right.`,
          ],
        },
      ])
    }
    const explained = { status: 3, remarks: 'One transfer for two units' }
    expect((await admin.put(`/payment/${other.id}`, explained)).status).toBe(200)
    expect((await admin.put(`/payment/${elsewhere.id}`, { status: 3 })).status).toBe(200)
    await admin.put(`/payment/${other.id}`, { status: 5 })
    expect((await admin.put(`/payment/${first.id}`, { status: 3 })).status).toBe(200)
  })
})

describe('the transaction date', () => {
  test('in the future is refused', async () => {
    for (const ahead of [60, 1440]) {
      const { status, body } = await send(agoInManila(-ahead), { confirmed: true })
      expect([status, body.errors]).toEqual([
        400,
        { transactionDate: ['Please choose a date that is not in the future.'] },
      ])
    }
    expect((await send(agoInManila(0))).status).toBe(201)
  })

  test('of more than 90 days ago is asked for once more', async () => {
    const old = agoInManila(91 * 1440)
    const asked = await send(old)
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      409,
      'oldTransaction',
      'This transaction is more than 90 days old. Is the date right?',
    ])
    expect((await send(old, { confirmed: true })).status).toBe(201)
    expect((await send(agoInManila(89 * 1440))).status).toBe(201)
  })
})
