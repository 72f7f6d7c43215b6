import { beforeEach, describe, expect, test } from 'vitest'
import { payByDeposit, payOnline, requestReversal } from '#features/posting/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Ledger, OpenCharge, Payment } from '@tahanan/contract/billing/answers.ts'
import type { TenantAgeing } from '@tahanan/contract/reports/answers.ts'
import { createLedgerCalls, getDayFromNow, type Resident } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const { importStatement, pay, loadBalances, charge } = createLedgerCalls(portal, admin)

async function createDebtor(): Promise<Resident> {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  await charge(tenant, { amount: 300, date: getDayFromNow(-40) })
  await charge(tenant, { label: 'Penalty', amount: 50 })
  return tenant
}
let debtor: Resident
beforeEach(async () => {
  debtor = await createDebtor()
})
const listOpenCharges = async (resident: Resident): Promise<OpenCharge[]> =>
  (await resident.get<{ data: OpenCharge[] }>(`/open-charges/${resident.id}`)).body.data
const findWaterCharge = async (resident: Resident): Promise<number> =>
  (await listOpenCharges(resident)).find(({ label }) => label === 'Water')?.id ?? 0
const payCharge = (resident: Resident, chargeId: number, amountPaid: number) =>
  pay(resident, amountPaid, { chargeId })
async function loadAgeingAmounts(resident: Resident, asOf = getDayFromNow(0)) {
  const { data } = (await admin.get<{ data: TenantAgeing[] }>(`/ageing?asOf=${asOf}`)).body
  const { current, days60, over90 } = data.find(({ tenantId }) => tenantId === resident.id)!
  return { current, days60, over90 }
}

test('open charges are listed with their open amounts', async () => {
  expect(await listOpenCharges(debtor)).toMatchObject([
    { label: 'Water', date: getDayFromNow(-40), leftToPay: 300 },
    { label: 'Penalty', leftToPay: 50 },
  ])
  await pay(debtor, 1100)
  expect((await listOpenCharges(debtor)).map(({ leftToPay }) => leftToPay)).toEqual([200, 50])
  await pay(debtor, 210)
  expect(await listOpenCharges(debtor)).toMatchObject([{ label: 'Penalty', leftToPay: 40 }])
  await pay(debtor, 90)
  expect(await listOpenCharges(debtor)).toEqual([])
})

test('a back-dated charge is listed by its date, not by the time of writing (rules 16.17)', async () => {
  await charge(debtor, { label: 'Dues', amount: 20, date: getDayFromNow(-60) })
  expect((await listOpenCharges(debtor)).map(({ label }) => label)).toEqual(['Dues', 'Water', 'Penalty'])
})

test('a payment settles its selected charge, then the oldest; a reversal opens both again', async () => {
  const id = await payCharge(debtor, await findWaterCharge(debtor), 400)
  expect((await debtor.get<Payment>(`/payment/${id}`)).body.charge).toMatchObject({ label: 'Water' })
  expect(await loadAgeingAmounts(debtor)).toEqual({ current: 50, days60: 0, over90: 900 })
  expect((await loadBalances(debtor)).leftToPay).toBe(950)
  expect((await requestReversal(admin, id)).status).toBe(201)
  expect(await loadAgeingAmounts(debtor)).toEqual({ current: 50, days60: 300, over90: 1000 })
  await pay(debtor, 1000)
  expect(await loadAgeingAmounts(debtor)).toEqual({ current: 50, days60: 300, over90: 0 })
})

test('a reversal opens nothing settled by another payment', async () => {
  const otherDebtor = await createDebtor()
  await payCharge(otherDebtor, await findWaterCharge(otherDebtor), 300)
  const id = await payCharge(debtor, await findWaterCharge(debtor), 100)
  await payCharge(debtor, await findWaterCharge(debtor), 150)
  expect((await requestReversal(admin, id)).status).toBe(201)
  expect(await loadAgeingAmounts(debtor)).toEqual({ current: 50, days60: 150, over90: 1000 })
  expect(await loadAgeingAmounts(otherDebtor)).toEqual({ current: 50, days60: 0, over90: 1000 })
})

test('a charge is settled once, however many payments select it, and the rest stays open', async () => {
  const chargeId = await findWaterCharge(debtor)
  const sentPayments = await Promise.all(
    [250, 250].map((amountPaid) => payByDeposit(portal, debtor, { amountPaid, chargeId })),
  )
  await Promise.all(sentPayments.map(({ id }) => admin.put(`/payment/${id}`, { status: 4 })))
  expect(await loadAgeingAmounts(debtor)).toEqual({ current: 50, days60: 0, over90: 800 })
  await pay(debtor, 800)
  const partPayer = await createDebtor()
  await payCharge(partPayer, await findWaterCharge(partPayer), 120)
  expect((await listOpenCharges(partPayer)).map(({ leftToPay }) => leftToPay)).toEqual([180, 50])
})

test('as of an earlier day a charge is open as it was then', async () => {
  const ageingBefore = await loadAgeingAmounts(debtor, getDayFromNow(-1))
  const id = await payCharge(debtor, await findWaterCharge(debtor), 300)
  expect(await loadAgeingAmounts(debtor, getDayFromNow(-1))).toEqual(ageingBefore)
  expect((await requestReversal(admin, id)).status).toBe(201)
  expect(await loadAgeingAmounts(debtor, getDayFromNow(-1))).toEqual(ageingBefore)
})

test('an unknown charge, or one of another tenant, is refused', async () => {
  const otherDebtor = await createDebtor()
  const { data } = (await debtor.get<Ledger>(`/ledger/${debtor.id}`)).body
  const statementEntryId = data.find(({ kind }) => kind === 'statement')?.id
  expect(statementEntryId).toBeDefined()
  await expect(payByDeposit(portal, debtor, { chargeId: null })).resolves.toMatchObject({ status: 2 })
  for (const chargeId of [await findWaterCharge(otherDebtor), statementEntryId, 'water'])
    await expect(payByDeposit(portal, debtor, { chargeId })).rejects.toThrow('There is no such charge.')
  await expect(
    payOnline(portal, debtor, { chargeId: await findWaterCharge(otherDebtor) }),
  ).rejects.toMatchObject({
    errors: { chargeId: ['There is no such charge.'] },
  })
})

const setPenaltiesFirst = (value: string) =>
  superAdmin.post<{ errors: object }>('/website-settings', { settings: [{ name: 'penaltiesFirst', value }] })

describe('with penalties first', () => {
  beforeEach(async () => {
    expect((await setPenaltiesFirst('1')).status).toBe(200)
    return async () => void (await setPenaltiesFirst('0'))
  })

  test('a payment settles its selected charge, then penalties, then the oldest', async () => {
    await pay(debtor, 60)
    expect(await loadAgeingAmounts(debtor)).toEqual({ current: 0, days60: 300, over90: 990 })
    const otherDebtor = await createDebtor()
    await payCharge(otherDebtor, await findWaterCharge(otherDebtor), 320)
    expect(await loadAgeingAmounts(otherDebtor)).toEqual({ current: 30, days60: 0, over90: 1000 })
    expect((await setPenaltiesFirst('yes')).body.errors).toEqual({ penaltiesFirst: ["This is '0' or '1'."] })
  })
})
