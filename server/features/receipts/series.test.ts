import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { payByDeposit, requestReversal } from '#features/posting/testing.ts'
import { rooms } from '#platform/realtime/outbox.ts'
import { toRefusal } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { toWallClock } from '@tahanan/contract/time.ts'
import { findInvoice } from './issue-invoice.ts'
import { findReceipt } from './issue-receipt.ts'
import { stopSeries } from './series.ts'
import { INVOICE_SERIES, createSeries } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const tenant = await portal.as('client')
const { charge, pay, loadLedger } = createLedgerCalls(portal, admin)
const { year } = toWallClock(new Date(), 'Asia/Manila')

type RefusalBody = { code: string; message: string; errors?: FieldErrors }
const listAllSeries = async () => (await admin.get<{ data: Series[] }>('/receipt-series')).body.data
const findOpenSeries = async (kind: string) =>
  (await listAllSeries()).find((series) => series.kind === kind && series.closedAt === null)!
const getRegister = async (seriesId: number) =>
  (await admin.get<{ data: IssuedNumber[] }>(`/receipt-register?seriesId=${seriesId}&limit=0`)).body.data
const listNumbers = async (seriesId: number) =>
  (await getRegister(seriesId)).map(({ number }) => number).toReversed()

const issueInvoice = (entryId: number) => admin.post<IssuedNumber & RefusalBody>('/invoice', { entryId })
const issueNewInvoice = async () => (await issueInvoice(await charge(tenant))).body
const voidInvoice = (id: number, remarks: string) =>
  admin.post<RefusalBody>(`/invoice/${id}/void`, { remarks })

const postPayment = ({ id }: { id: number }) =>
  admin.put<Payment & RefusalBody>(`/payment/${id}`, { status: 4 })

const confirmSeries = (id: number, lastPrinted: unknown) =>
  admin.post<RefusalBody>(`/receipt-series/${id}/confirmation`, { lastPrinted })

/** Each test has its own prefix, so that its numbers do not overlap with those of earlier tests. */
let prefixCount = 0
const createPrefix = () => `T${++prefixCount}-`
const openInvoiceSeries = (overrides: object = {}) =>
  createSeries(admin, { prefix: createPrefix(), ...overrides })
const openReceiptSeries = (overrides: object = {}) =>
  createSeries(admin, { kind: 'receipt', prefix: createPrefix(), last: null, ...overrides })

describe('a series of receipts', () => {
  test('begins stopped after a restore from before the first receipt', async () => {
    await stopSeries(portal.db)
    expect(await listAllSeries()).toMatchObject([{ prefix: `AR-${year}-`, unconfirmed: true, next: 1 }])
    await portal.db.deleteFrom('number_series').execute()
  })

  test('starts by itself each year; after a restore each one is confirmed', async () => {
    const lastYearSeries = {
      kind: 'receipt',
      prefix: `AR-${year - 1}-`,
      year: year - 1,
      first: 1,
      next: 5,
    } as const
    const series = portal.db.insertInto('number_series').values(lastYearSeries).returning('id')
    const { id } = await series.executeTakeFirstOrThrow()
    const insertedNumbers = [1, 2, 3, 4].map((n) => ({
      series_id: id,
      n,
      number: `${lastYearSeries.prefix}00000${n}`,
    }))
    await portal.db.insertInto('issued_numbers').values(insertedNumbers).execute()
    await stopSeries(portal.db)
    await confirmSeries(id, 4)
    const openSeries = await findOpenSeries('receipt')
    expect(openSeries).toMatchObject({ prefix: `AR-${year}-`, unconfirmed: true, next: 1 })
    await confirmSeries(openSeries.id, 2)
    expect(await findOpenSeries('receipt')).toMatchObject({ id: openSeries.id, unconfirmed: false, next: 3 })
    // Simulates New Year: the series of last year is open again, so the next payment must open the series of
    // this year.
    await portal.db.deleteFrom('number_series').where('id', '=', openSeries.id).execute()
    await portal.db.updateTable('number_series').set({ closed_at: null }).where('id', '=', id).execute()
    await Promise.all([pay(tenant, 1), pay(tenant, 2)])
    const nextSeries = await findOpenSeries('receipt')
    expect(await listNumbers(nextSeries.id)).toEqual([`AR-${year}-000001`, `AR-${year}-000002`])
    expect((await listAllSeries()).find((series) => series.id === id)!.closedAt).not.toBeNull()
  })

  test('is listed in the register with the purpose of each number', async () => {
    const id = await pay(tenant, 120.5)
    const payment = (await admin.get<Payment>(`/payment/${id}`)).body
    const series = await findOpenSeries('receipt')
    expect(series).toMatchObject({ prefix: `AR-${year}-`, last: null, lastIssued: payment.receiptNumber })
    expect((await getRegister(series.id))[0]).toMatchObject({
      number: payment.receiptNumber,
      tenant: { clientCode: tenant.account.clientCode },
      about: `Payment ${payment.referenceNumber}`,
      amount: 120.5,
      paymentId: id,
      voided: null,
    })
  })

  test('of a reversed payment is void in the register, with reason and remarks', async () => {
    const id = await pay(tenant, 70)
    expect((await requestReversal(admin, id)).status).toBe(201)
    const [last] = await getRegister((await findOpenSeries('receipt')).id)
    expect(last!.voided).toMatchObject({
      reason: 'Cheque returned',
      remarks: 'No funds',
      replacedBy: null,
      by: admin.account.name,
    })
  })

  test('has no gaps and duplicates when many post while the next series is opened', async () => {
    await openReceiptSeries()
    const seriesIdsBefore = (await listAllSeries()).map(({ id }) => id)
    const depositPayments = await Promise.all(Array.from({ length: 6 }, () => payByDeposit(portal, tenant)))
    const postingResponses = await Promise.all([
      ...depositPayments.slice(0, 3).map(postPayment),
      openReceiptSeries(),
      ...depositPayments.slice(3).map(postPayment),
      postPayment(depositPayments[0]!),
    ])
    const receiptNumbers = postingResponses.flatMap((response) =>
      typeof response === 'object' && response.status === 200 ? [response.body.receiptNumber!] : [],
    )
    expect(receiptNumbers).toHaveLength(6)
    const newSeries = (await listAllSeries()).filter(
      ({ id }) => id === seriesIdsBefore[0] || !seriesIdsBefore.includes(id),
    )
    const listedNumbers = (await Promise.all(newSeries.map(({ id }) => listNumbers(id)))).flat()
    expect(listedNumbers.toSorted()).toEqual(receiptNumbers.toSorted())
    for (const { first, next, id } of newSeries) expect(await listNumbers(id)).toHaveLength(next - first)
  })

  test('ends: posting is refused and changes nothing until the next series is opened', async () => {
    const id = await openReceiptSeries({ last: 2 })
    await pay(tenant, 1)
    await pay(tenant, 2)
    const [, last] = await listNumbers(id)
    const depositPayment = await payByDeposit(portal, tenant)
    const message = expect.stringContaining(`${last} was the last. Please open the next series`)
    expect(await postPayment(depositPayment)).toMatchObject({
      status: 409,
      body: { code: 'seriesUsedUp', message },
    })
    const { body } = await admin.get<Payment>(`/payment/${depositPayment.id}`)
    expect(body).toMatchObject({ status: 2, receiptNumber: null })
    const nextSeriesId = await openReceiptSeries({ first: 501 })
    expect((await postPayment(depositPayment)).status).toBe(200)
    expect((await listNumbers(nextSeriesId))[0]).toMatch(/-000501$/)
  })
})

describe('opening a series', () => {
  test('of invoices requires the details of the permit', async () => {
    const { status, body } = await admin.post<RefusalBody>('/receipt-series', { kind: 'invoice', tin: '12' })
    expect([status, Object.keys(body.errors ?? {}).toSorted()]).toEqual([
      400,
      ['address', 'first', 'last', 'permit', 'permitDate', 'prefix', 'registeredName', 'tin'],
    ])
    const invalidSeries = { ...INVOICE_SERIES, prefix: 'si', permitDate: getDayFromNow(2) }
    expect((await admin.post<RefusalBody>('/receipt-series', invalidSeries)).body.errors).toMatchObject({
      prefix: [expect.stringContaining('such as SI-.')],
      permitDate: ['Please choose a date that is not in the future.'],
    })
    const backwardSeries = { ...INVOICE_SERIES, first: 9 }
    expect((await admin.post<RefusalBody>('/receipt-series', backwardSeries)).body.errors).toEqual({
      last: ['The last number must not be below the first.'],
    })
    expect((await admin.post('/receipt-series', { kind: 'other' })).status).toBe(400)
  })

  test('refuses numbers of another series, but accepts those that a closed one never issued', async () => {
    const usedPrefix = createPrefix()
    await openReceiptSeries({ prefix: usedPrefix, first: 1, last: 100 })
    await pay(tenant, 1)
    const repeatedSeries = { kind: 'receipt', prefix: usedPrefix, first: 1, last: 50 }
    expect((await admin.post<RefusalBody>('/receipt-series', repeatedSeries)).body.errors).toEqual({
      first: ['Numbers of this range belong to another series already.'],
    })
    expect((await admin.post('/receipt-series', { ...repeatedSeries, first: 2 })).status).toBe(201)
  })
})

describe('an invoice', () => {
  test('is refused without an open series', async () => {
    await openReceiptSeries()
    expect(await issueInvoice(await charge(tenant))).toMatchObject(toRefusal(409, 'noInvoiceSeries'))
    expect((await loadLedger(tenant)).canInvoice).toBe(false)
    await openInvoiceSeries()
    expect((await loadLedger(tenant)).canInvoice).toBe(true)
  })

  test('is issued once for a charge, also by a second click, and its resident can open it', async () => {
    const id = await openInvoiceSeries({ last: 20 })
    const chargeId = await charge(tenant, { label: 'Water', amount: 350.25 })
    await portal.drainEvents()
    for (const expectedStatus of [201, 409])
      expect((await issueInvoice(chargeId)).status).toBe(expectedStatus)
    const event = { room: rooms.account('client', tenant.id), event: liveChannels.account, data: {} }
    expect(await portal.drainEvents()).toContainEqual(event)
    const [invoiceNumber, ...otherNumbers] = await getRegister(id)
    expect([invoiceNumber, otherNumbers]).toMatchObject([
      { about: 'Water', amount: 350.25, isInvoice: true },
      [],
    ])
    const printedInvoice = await findInvoice(portal.db, invoiceNumber!.id, tenant.id)
    const range = ['000001', '000020'].map((number) => invoiceNumber!.number.slice(0, -6) + number)
    expect(printedInvoice).toMatchObject({ number: invoiceNumber!.number, seller: { range }, amount: 350.25 })
    expect((await tenant.get(`/invoice/${invoiceNumber!.id}`)).status).toBe(200)
    const auditQuery = portal.db.selectFrom('audit_log').select('id').where('subject', '=', 'issued_numbers')
    const numberCondition = sql<boolean>`after ->> 'number' = ${invoiceNumber!.number}`
    expect(await auditQuery.where(numberCondition).execute()).toHaveLength(1)
    const receiptSeriesId = await openReceiptSeries()
    await pay(tenant, 5)
    const [receipt] = await getRegister(receiptSeriesId)
    expect((await voidInvoice(receipt!.id, 'No invoice')).status).toBe(404)
    for (const uninvoiceableId of [await charge(tenant, { kind: 'credit' }), 999_999])
      expect((await issueInvoice(uninvoiceableId)).status).toBe(404)
  })

  test('stays when a credit cancels the charge; a voided one keeps its number, and another replaces it', async () => {
    const id = await openInvoiceSeries({ last: 20 })
    const chargeId = await charge(tenant)
    const firstInvoice = (await issueInvoice(chargeId)).body
    await charge(tenant, { kind: 'credit' })
    expect((await getRegister(id))[0]!.voided).toBeNull()
    const { errors } = (await voidInvoice(firstInvoice.id, ' ')).body
    expect(errors).toEqual({ remarks: ['Please input your remarks!'] })
    await portal.drainEvents()
    expect((await voidInvoice(firstInvoice.id, 'Twice')).status).toBe(200)
    const event = { room: rooms.account('client', tenant.id), event: liveChannels.account, data: {} }
    expect(await portal.drainEvents()).toContainEqual(event)
    expect((await voidInvoice(firstInvoice.id, 'Twice')).status).toBe(409)
    const auditQuery = portal.db.selectFrom('audit_log').select('subject_name').orderBy('id', 'desc')
    const invoiceAuditQuery = auditQuery
      .where('subject', '=', 'issued_numbers')
      .where('subject_id', '=', String(firstInvoice.id))
    expect((await invoiceAuditQuery.executeTakeFirst())?.subject_name).toContain(firstInvoice.number)
    const secondInvoice = (await issueInvoice(chargeId)).body
    expect(await getRegister(id)).toMatchObject([
      { number: secondInvoice.number, voided: null },
      { number: firstInvoice.number, voided: { remarks: 'Twice', replacedBy: secondInvoice.number } },
    ])
    const shownEntry = (await loadLedger(tenant)).data.find((row) => row.id === chargeId)
    expect(shownEntry!.invoice).toEqual({ id: secondInvoice.id, number: secondInvoice.number, isVoid: false })
  })

  test('is numbered without gaps under simultaneous calls, and refused at the end of the range', async () => {
    const id = await openInvoiceSeries({ last: 3 })
    const chargeIds: number[] = []
    while (chargeIds.length < 5) chargeIds.push(await charge(tenant))
    const invoiceResponses = await Promise.all(chargeIds.map(issueInvoice))
    expect(invoiceResponses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(invoiceResponses.filter(({ body }) => body.code === 'seriesUsedUp')).toHaveLength(2)
    expect((await listNumbers(id)).map((number) => Number(number.slice(-6)))).toEqual([1, 2, 3])
  })
})

describe('after a restore', () => {
  beforeEach(async () => {
    await portal.db.updateTable('number_series').set({ restored_at: null }).execute()
    await openInvoiceSeries({ last: 20 })
    await openReceiptSeries()
    await pay(tenant, 5)
    await stopSeries(portal.db)
  })

  test('nothing is posted, issued or opened until the last printed number is confirmed', async () => {
    const depositPayment = await payByDeposit(portal, tenant)
    const seriesBody = { kind: 'receipt', prefix: createPrefix(), first: 1 }
    for (const refusedCall of [
      postPayment(depositPayment),
      issueInvoice(await charge(tenant)),
      admin.post('/receipt-series', seriesBody),
    ])
      expect(await refusedCall).toMatchObject(toRefusal(409, 'seriesUnconfirmed'))
    const series = await findOpenSeries('receipt')
    expect(series.unconfirmed).toBe(true)
    // The series has issued one number, so 0 is too low. At most 10,000 numbers can be skipped, so 10,002 is
    // too high.
    for (const invalidLastPrinted of [0, 10_002, '', 'AR'])
      expect(Object.keys((await confirmSeries(series.id, invalidLastPrinted)).body.errors ?? {})).toEqual([
        'lastPrinted',
      ])
    for (const expectedStatus of [200, 409])
      expect((await confirmSeries(series.id, 4)).status).toBe(expectedStatus)
    expect((await getRegister(series.id)).filter(({ removed }) => removed)).toEqual([])
    expect((await confirmSeries((await findOpenSeries('invoice')).id, 20)).status).toBe(200)
    expect((await postPayment(depositPayment)).status).toBe(200)
    expect(
      (await getRegister(series.id)).map((row) => [row.number.slice(-6), row.voided?.reason ?? null]),
    ).toEqual([
      ['000005', null],
      ...['000004', '000003', '000002'].map((n) => [n, 'Skipped after a restore']),
      ['000001', null],
    ])
  })

  test('a series that printed nothing since continues where it was, and none beyond its end', async () => {
    const invoices = await findOpenSeries('invoice')
    expect((await confirmSeries(invoices.id, 21)).body.errors).toEqual({
      lastPrinted: ['The series ends with the number 20.'],
    })
    expect((await confirmSeries(invoices.id, 0)).status).toBe(200)
    expect((await issueNewInvoice()).number).toMatch(/-000001$/)
    const receipts = await findOpenSeries('receipt')
    expect((await confirmSeries(receipts.id, 1)).status).toBe(200)
  })
})

const setReplacement = (id: number, number: string) =>
  admin.post<IssuedNumber & RefusalBody>(`/receipt/${id}/replacement`, { replacedBy: number })

test('a void receipt names its replacement once (rules 18.12)', async () => {
  const [first, second, third] = [await pay(tenant, 10), await pay(tenant, 100), await pay(tenant, 1)]
  const otherPaymentId = await pay(await portal.as('client'), 10)
  const numbers = await portal.db
    .selectFrom('issued_numbers')
    .select(['id', 'number', 'payment_id'])
    .where('payment_id', 'in', [first, second, third, otherPaymentId])
    .orderBy('id')
    .execute()
  const [voidReceipt, next, last, otherTenantReceipt] = numbers
  expect((await setReplacement(voidReceipt!.id, next!.number)).status).toBe(404)
  for (const id of [first, third]) expect((await requestReversal(admin, id)).status).toBe(201)
  for (const [id, number] of [
    [voidReceipt!.id, otherTenantReceipt!.number],
    [voidReceipt!.id, last!.number],
    [last!.id, next!.number],
    [voidReceipt!.id, 'AR-1'],
  ] as const)
    expect((await setReplacement(id, number)).body.errors).toEqual({
      replacedBy: ['Please input a later receipt of this tenant that is not void.'],
    })
  const replacementReply = await setReplacement(voidReceipt!.id, next!.number.toLowerCase())
  expect([replacementReply.status, replacementReply.body.voided?.replacedBy]).toEqual([200, next!.number])
  expect((await setReplacement(voidReceipt!.id, next!.number)).status).toBe(409)
  expect((await findReceipt(portal.db, first))?.voided?.replacedBy).toBe(next!.number)
  const replaceInDatabase = (id: number, number: string) =>
    portal.db.updateTable('void_numbers').set({ replaced_by: number }).where('number_id', '=', id).execute()
  await expect(replaceInDatabase(voidReceipt!.id, last!.number)).rejects.toThrow('stays void')
  await expect(replaceInDatabase(last!.id, otherTenantReceipt!.number)).rejects.toThrow('cannot replace it')
})

test('the register never changes and never loses a number', async () => {
  const runUpdate = (statement: string) => sql.raw(statement).execute(portal.db)
  await expect(
    runUpdate('update issued_numbers set amount = 1 where payment_id is not null'),
  ).rejects.toThrow('which is final')
  await expect(runUpdate(`update void_numbers set reason = ''`)).rejects.toThrow('stays void')
  const { rows } = await sql`select s.id from number_series s left join issued_numbers i on i.series_id = s.id
    group by s.id having count(i.id) <> s.next - s.first`.execute(portal.db)
  expect(rows).toEqual([])
})
