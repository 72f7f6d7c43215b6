import { beforeEach, describe, expect, test } from 'vitest'
import { deposit, payOnline, reverse } from '#features/posting/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Ledger, OpenCharge, Payment } from '@tahanan/contract/billing/answers.ts'
import type { AgedTenant } from '@tahanan/contract/reports/answers.ts'
import { createBooks, dayFromNow, type Resident } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const office = await portal.as('super-admin')
const { state, pay, owed, charge } = createBooks(portal, admin)

/**
 * Creates a resident who owes a statement of 1,000 from 100 days ago, a charge for water of 300 from 40 days
 * ago and a penalty of 50 from today.
 */
async function createDebtor(): Promise<Resident> {
  const who = await portal.as('client')
  await state(who, 1000, dayFromNow(-100))
  await charge(who, { amount: 300, date: dayFromNow(-40) })
  await charge(who, { label: 'Penalty', amount: 50 })
  return who
}
let who: Resident
beforeEach(async () => {
  who = await createDebtor()
})
const listOpenCharges = async (who: Resident): Promise<OpenCharge[]> =>
  (await who.get<{ data: OpenCharge[] }>(`/open-charges/${who.id}`)).body.data
const findWaterCharge = async (who: Resident): Promise<number> =>
  (await listOpenCharges(who)).find(({ label }) => label === 'Water')?.id ?? 0
const payFor = (who: Resident, chargeId: number, amountPaid: number) => pay(who, amountPaid, { chargeId })
async function getAges(who: Resident, asOf = dayFromNow(0)) {
  const { data } = (await admin.get<{ data: AgedTenant[] }>(`/ageing?asOf=${asOf}`)).body
  const { current, days60, over90 } = data.find(({ tenantId }) => tenantId === who.id)!
  return { current, days60, over90 }
}

test('open charges are listed with their open amounts', async () => {
  expect(await listOpenCharges(who)).toMatchObject([
    { label: 'Water', date: dayFromNow(-40), leftToPay: 300 },
    { label: 'Penalty', leftToPay: 50 },
  ])
  await pay(who, 1100)
  expect((await listOpenCharges(who)).map(({ leftToPay }) => leftToPay)).toEqual([200, 50])
  await pay(who, 210)
  expect(await listOpenCharges(who)).toMatchObject([{ label: 'Penalty', leftToPay: 40 }])
  await pay(who, 90)
  expect(await listOpenCharges(who)).toEqual([])
})

test('a payment settles its selected charge, then the oldest; a reversal opens both again', async () => {
  const id = await payFor(who, await findWaterCharge(who), 400)
  expect((await who.get<Payment>(`/payment/${id}`)).body.charge).toMatchObject({ label: 'Water' })
  expect(await getAges(who)).toEqual({ current: 50, days60: 0, over90: 900 })
  expect((await owed(who)).leftToPay).toBe(950)
  expect((await reverse(admin, id)).status).toBe(201)
  expect(await getAges(who)).toEqual({ current: 50, days60: 300, over90: 1000 })
  await pay(who, 1000)
  expect(await getAges(who)).toEqual({ current: 50, days60: 300, over90: 0 })
})

test('a reversal opens nothing settled by another payment', async () => {
  const other = await createDebtor()
  await payFor(other, await findWaterCharge(other), 300)
  const id = await payFor(who, await findWaterCharge(who), 100)
  await payFor(who, await findWaterCharge(who), 150)
  expect((await reverse(admin, id)).status).toBe(201)
  expect(await getAges(who)).toEqual({ current: 50, days60: 150, over90: 1000 })
  expect(await getAges(other)).toEqual({ current: 50, days60: 0, over90: 1000 })
})

test('a charge is settled once, however many payments select it, and the rest stays open', async () => {
  const chargeId = await findWaterCharge(who)
  const sent = await Promise.all(
    [250, 250].map((amountPaid) => deposit(portal, who, { amountPaid, chargeId })),
  )
  await Promise.all(sent.map(({ id }) => admin.put(`/payment/${id}`, { status: 4 })))
  expect(await getAges(who)).toEqual({ current: 50, days60: 0, over90: 800 })
  await pay(who, 800)
  const part = await createDebtor()
  await payFor(part, await findWaterCharge(part), 120)
  expect((await listOpenCharges(part)).map(({ leftToPay }) => leftToPay)).toEqual([180, 50])
})

test('as of an earlier day a charge is open as it was then', async () => {
  const before = await getAges(who, dayFromNow(-1))
  const id = await payFor(who, await findWaterCharge(who), 300)
  expect(await getAges(who, dayFromNow(-1))).toEqual(before)
  expect((await reverse(admin, id)).status).toBe(201)
  expect(await getAges(who, dayFromNow(-1))).toEqual(before)
})

test('an unknown charge, or one of another tenant, is refused', async () => {
  const other = await createDebtor()
  const { data } = (await who.get<Ledger>(`/ledger/${who.id}`)).body
  const statement = data.find(({ kind }) => kind === 'statement')?.id
  expect(statement).toBeDefined()
  await expect(deposit(portal, who, { chargeId: null })).resolves.toMatchObject({ status: 2 })
  for (const chargeId of [await findWaterCharge(other), statement, 'water'])
    await expect(deposit(portal, who, { chargeId })).rejects.toThrow('There is no such charge.')
  await expect(payOnline(portal, who, { chargeId: await findWaterCharge(other) })).rejects.toMatchObject({
    errors: { chargeId: ['There is no such charge.'] },
  })
})

const setPenaltiesFirst = (value: string) =>
  office.post<{ errors: object }>('/website-settings', { settings: [{ name: 'penaltiesFirst', value }] })

describe('with penalties first', () => {
  beforeEach(async () => {
    expect((await setPenaltiesFirst('1')).status).toBe(200)
    return async () => void (await setPenaltiesFirst('0'))
  })

  test('a payment settles its selected charge, then penalties, then the oldest', async () => {
    await pay(who, 60)
    expect(await getAges(who)).toEqual({ current: 0, days60: 300, over90: 990 })
    const other = await createDebtor()
    await payFor(other, await findWaterCharge(other), 320)
    expect(await getAges(other)).toEqual({ current: 30, days60: 0, over90: 1000 })
    expect((await setPenaltiesFirst('yes')).body.errors).toEqual({ penaltiesFirst: ["This is '0' or '1'."] })
  })
})
