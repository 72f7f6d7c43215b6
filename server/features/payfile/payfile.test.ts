import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAmounts, createImportCalls, prepareRows, createImportRows } from '#features/imports/testing.ts'
import { createLedgerCalls, getDayFromNow, type Resident } from '#features/ledger/testing.ts'
import { payByDeposit, payOnline, requestReversal } from '#features/posting/testing.ts'
import { countLockWaits } from '#testing/count-lock-waits.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  PayfileCopyRow,
  ListedPayment,
  NextPayfileBatch,
  PayfileBatch,
  PayfileContents,
  PayfileRow,
} from '@tahanan/contract/billing/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
let tenant: Resident
beforeEach(async () => {
  tenant = await portal.as('client')
})
const { importStatement, pay, loadBalances } = createLedgerCalls(portal, admin)
const { save, undo, lines } = createImportCalls(portal, admin)

type Batch = PayfileBatch & { data: PayfileRow[] }
type Batches = ListOf<PayfileBatch> & { next: NextPayfileBatch }
const closeBatch = (body?: object) =>
  admin.post<Batch & { code: string; message: string }>('/payfile-batch', body)
const choosePayments = (...ids: number[]) => ({ payments: { ids } })
const PAYFILE_TODAY = getDayFromNow(0).split('-').toReversed().join('/')
const NO_ROWS = { rows: 0, amount: 0 }
const getBatches = async () => (await admin.get<Batches>('/payfile-batches')).body

test('a batch contains posted payments once, and can be read again', async () => {
  const firstPaymentId = await pay(tenant, 100)
  const secondPaymentId = await pay(tenant, 50.5)
  expect((await getBatches()).next).toEqual({ rows: 2, amount: 150.5, copied: NO_ROWS })
  const { status, body } = await closeBatch()
  expect([status, body.rows, body.amount, body.by]).toEqual([201, 2, 150.5, admin.account.name])
  expect(body.data.map(({ id, payamt, urefno }) => [id, payamt, urefno])).toEqual([
    [secondPaymentId, 50.5, tenant.account.clientCode],
    [firstPaymentId, 100, tenant.account.clientCode],
  ])
  const emptyBatchResponse = await closeBatch()
  expect([emptyBatchResponse.status, emptyBatchResponse.body.code]).toEqual([409, 'nothingToExport'])
  await pay(tenant, 7)
  const nextBatchResponse = await closeBatch()
  expect([nextBatchResponse.body.number, nextBatchResponse.body.data.map(({ payamt }) => payamt)]).toEqual([
    body.number + 1,
    [7],
  ])
  expect((await admin.get<Batch>(`/payfile-batch/${body.number}`)).body).toEqual(body)
  const batchList = await getBatches()
  expect([batchList.next, batchList.data.map(({ number }) => number).slice(0, 2)]).toEqual([
    { ...NO_ROWS, copied: NO_ROWS },
    [body.number + 1, body.number],
  ])
})

test('of simultaneous closes each payment is in one batch', async () => {
  const paymentIds = await Promise.all([1, 2, 3].map((amount) => pay(tenant, amount)))
  const closeReplies = await Promise.all([
    closeBatch(),
    closeBatch(),
    closeBatch(),
    pay(tenant, 6).then(() => closeBatch()),
  ])
  const payfileRows = closeReplies.flatMap(({ body }) => body.data ?? [])
  expect(payfileRows.map(({ id }) => id)).toEqual(expect.arrayContaining(paymentIds))
  expect(new Set(payfileRows.map(({ id }) => id)).size).toBe(payfileRows.length)
  expect((await getBatches()).next.rows).toBe(0)
})

test('with batches, a statement covers the payments of batches closed by its date', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-60))
  await pay(tenant, 400)
  // The payment was posted before the statement's date but not exported, so the statement does not include
  // it.
  await importStatement(tenant, 1000, getDayFromNow(1))
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 400, leftToPay: 600 })
  await closeBatch()
  await importStatement(tenant, 600, getDayFromNow(2))
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 600, receivedSince: 0, leftToPay: 600 })
})

test('a reversal is a row with a negative amount, covered by a statement after its export', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-60))
  const id = await pay(tenant, 400)
  await closeBatch()
  expect((await requestReversal(admin, id)).status).toBe(201)
  await importStatement(tenant, 600, getDayFromNow(1))
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 600, receivedSince: -400, leftToPay: 1000 })
  const { data } = (await closeBatch()).body
  expect(data.map((row) => [row.id, row.payamt, row.trndate])).toEqual([[id, -400, PAYFILE_TODAY]])
  await importStatement(tenant, 1000, getDayFromNow(2))
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 0, leftToPay: 1000 })
})

test('batches and copies are recorded in the audit log', async () => {
  const id = await pay(tenant, 5)
  const { number } = (await closeBatch()).body
  await admin.get(`/paymentIds?selectedIds=${id}`)
  const { rows: copyRows } = await sql<{ actor_id: number }>`
    select actor_id from audit_log where subject = 'payfile_copies' order by id desc limit 1`.execute(
    portal.db,
  )
  expect(copyRows).toEqual([{ actor_id: admin.id }])
  const { rows } = await sql<{ after: object }>`
    select after from audit_log where subject = 'payfile_batches' and after ->> 'number' = ${String(number)}`.execute(
    portal.db,
  )
  expect(rows).toMatchObject([{ after: { rows: 1, amount: 5 } }])
})

test('a batch of selected payments contains the posted ones in no batch, and their reversals', async () => {
  const [first, second, third] = [await pay(tenant, 1), await pay(tenant, 2), await pay(tenant, 4)]
  const { id: waitingPaymentId } = await payByDeposit(portal, tenant, { amountPaid: 8 })
  await closeBatch(choosePayments(first, 999_999_999))
  await requestReversal(admin, first)
  const { status, body } = await closeBatch(choosePayments(first, second, waitingPaymentId))
  expect([status, body.amount]).toEqual([201, 1])
  expect(body.data.map(({ id, payamt }) => [id, payamt])).toEqual([
    [first, -1],
    [second, 2],
  ])
  expect(await closeBatch(choosePayments(first, second, waitingPaymentId))).toMatchObject({
    status: 409,
    body: { code: 'nothingChosenToExport' },
  })
  expect((await closeBatch()).body.data.map(({ id }) => id)).toEqual([third])
})

test('a copy is recorded, and exporting its payments in a batch needs a confirmation', async () => {
  const [copiedPaymentId, otherPaymentId] = [await pay(tenant, 300), await pay(tenant, 20)]
  const copyResponse = await admin.post<{ data: PayfileCopyRow[] }>('/payfile-copy', {
    ...choosePayments(copiedPaymentId),
    content: 'posted',
  })
  expect(copyResponse.body.data).toMatchObject([
    { id: copiedPaymentId, payamt: 300, urefno: tenant.account.clientCode },
  ])
  expect((await getBatches()).next).toEqual({ rows: 2, amount: 320, copied: { rows: 1, amount: 300 } })
  expect(await closeBatch()).toMatchObject({
    status: 409,
    body: {
      code: 'copiedBefore',
      message:
        'Rows of ₱300.00 in all were downloaded as a copy before. ' +
        'If accounting booked that copy, it would book them twice.',
    },
  })
  expect((await closeBatch(choosePayments(otherPaymentId))).body.rows).toBe(1)
  expect((await closeBatch({ confirmCopied: true })).body.data.map(({ id }) => id)).toEqual([copiedPaymentId])
  // Accounting systems call `/paymentIds`. The call counts as a copy too, so the next export must be
  // confirmed.
  const thirdPaymentId = await pay(tenant, 7)
  await admin.get(`/paymentIds?selectedIds=${thirdPaymentId}`)
  expect((await closeBatch()).body.code).toBe('copiedBefore')
  expect((await closeBatch({ confirmCopied: true })).status).toBe(201)
})

test('/paymentIds holds payments without their reversals, and records only them', async () => {
  const id = await pay(tenant, 100)
  await requestReversal(admin, id)
  const { body } = await admin.get<{ data: PayfileRow[] }>(`/paymentIds?selectedIds=${id}`)
  expect(body.data.map(({ payamt }) => payamt)).toEqual([100])
  expect((await getBatches()).next).toEqual({ rows: 2, amount: 0, copied: { rows: 1, amount: 100 } })
  expect((await closeBatch({ confirmCopied: true })).status).toBe(201)
})

test('a payment posted while a copy is made is in the copy and its record, or in neither', async () => {
  await pay(tenant, 100)
  let reply: Promise<{ body: { data: PayfileRow[] } }> | undefined
  await portal.db.transaction().execute(async (tx) => {
    await sql`lock table payfile_copies in exclusive mode`.execute(tx)
    reply = admin.get(`/paymentIds?all=1&searchTerm=${tenant.account.clientCode}`)
    await vi.waitFor(async () => expect(await countLockWaits(portal.db)).toBe(1), 5000)
    await pay(tenant, 50)
  })
  const copiedRows = (await reply)?.body.data ?? []
  const amount = copiedRows.reduce((sum, { payamt }) => sum + payamt, 0)
  expect((await getBatches()).next.copied).toEqual({ rows: copiedRows.length, amount })
  expect((await closeBatch({ confirmCopied: true })).status).toBe(201)
})

test('the list as a file has every status and is no copy (rules 8.45)', async () => {
  const [postedPaymentId, waitingPaymentId] = [await pay(tenant, 11), (await payByDeposit(portal, tenant)).id]
  const { clientCode } = tenant.account
  for (const query of [
    `selectedIds=${postedPaymentId},${waitingPaymentId}`,
    `all=1&searchTerm=${clientCode}`,
  ]) {
    const { status, body } = await admin.get<{ data: ListedPayment[] }>(`/listed-payments?${query}`)
    expect([status, body.data.map(({ id }) => id)]).toEqual([200, [waitingPaymentId, postedPaymentId]])
    expect(body.data[1]).toMatchObject({
      amountPaid: 11,
      tenant: { clientCode },
      postedBy: expect.anything(),
    })
    expect(body.data[0]).not.toHaveProperty('images')
  }
  expect((await getBatches()).next).toEqual({ rows: 1, amount: 11, copied: NO_ROWS })
  expect((await closeBatch()).status).toBe(201)
})

test('the contents of selected payments are shown before the export, and a copy has the same', async () => {
  const [keptPaymentId, reversedPaymentId] = [await pay(tenant, 100), await pay(tenant, 50)]
  await requestReversal(admin, reversedPaymentId)
  const [waitingPayment, rejectedPayment] = [
    await payByDeposit(portal, tenant),
    await payByDeposit(portal, tenant),
  ]
  const { paymentId: startedPaymentId } = await payOnline(portal, tenant)
  await admin.put(`/payment/${rejectedPayment.id}`, { status: 5 })
  const search = { searchTerm: tenant.account.clientCode }
  const { body } = await admin.post<PayfileContents>('/payfile-contents', search)
  expect(body).toEqual({
    posted: { rows: 2, amount: 150 },
    reversed: { rows: 1, amount: 50 },
    verified: 0,
    unverified: 2,
    rejected: 1,
    batch: { rows: 3, amount: 100, copied: NO_ROWS },
  })
  const createCopy = async (content: string, overrides: object = {}) =>
    (
      await admin.post<{ data: PayfileCopyRow[] }>('/payfile-copy', {
        payments: { ...search, ...overrides },
        content,
      })
    ).body.data.map(({ id, payamt, status }) => [id, payamt, status])
  const postedRows = [
    [reversedPaymentId, -50, 'REVERSAL'],
    [reversedPaymentId, 50, 'POSTED'],
    [keptPaymentId, 100, 'POSTED'],
  ]
  expect(await createCopy('posted')).toEqual(postedRows)
  expect(await createCopy('posted', { except: [keptPaymentId] })).toEqual(postedRows.slice(0, 2))
  expect(await createCopy('all')).toEqual([
    [startedPaymentId, 1000, 'FOR VERIFICATION'],
    [rejectedPayment.id, 1500, 'REJECTED'],
    [waitingPayment.id, 1500, 'FOR VERIFICATION'],
    ...postedRows,
  ])
  const copyReply = await admin.post<{ data: PayfileCopyRow[] }>('/payfile-copy', {
    ...choosePayments(reversedPaymentId),
    content: 'posted',
  })
  expect(copyReply.body.data.map(({ trndate }) => trndate)).toEqual([PAYFILE_TODAY, '14/03/2026'])
  const restBody = { payments: { ...search, except: [keptPaymentId] }, confirmCopied: true }
  expect((await closeBatch(restBody)).body.data.map(({ id }) => id)).toEqual([
    reversedPaymentId,
    reversedPaymentId,
  ])
  expect((await closeBatch({ confirmCopied: true })).body.data.map(({ id }) => id)).toEqual([keptPaymentId])
})

async function movePayment(payment: number, isInStatement = true, statementDate = '2026-01-31') {
  const rows = createImportRows(createAmounts([tenant.account.clientCode], '1000'), statementDate)
  const uniqId = await prepareRows(portal, admin, rows)
  const entries = (await lines(uniqId)).flatMap((row) => row.entries)
  const { reference_number } = await portal.db
    .selectFrom('payments')
    .select('reference_number')
    .where('id', '=', payment)
    .executeTakeFirstOrThrow()
  const entry = entries.find(({ reference }) => reference === reference_number)
  const moveReply = await admin.put(`/statement-imports/${uniqId}/entries/${entry?.id}`, {
    inStatement: isInStatement,
  })
  expect(moveReply.status).toBe(200)
  return uniqId
}

test('a payment moved into a statement is in no batch until the import is abandoned or undone', async () => {
  const payment = await pay(tenant, 300)
  const abandonedImportId = await movePayment(payment)
  expect((await getBatches()).next.rows).toBe(0)
  await admin.delete(`/statement-imports/${abandonedImportId}`)
  expect((await getBatches()).next.rows).toBe(1)
  const importWithoutPayment = await movePayment(payment, false, getDayFromNow(0))
  expect((await getBatches()).next.rows).toBe(1)
  await admin.delete(`/statement-imports/${importWithoutPayment}`)
  const importId = await movePayment(payment)
  await save(importId)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 0, leftToPay: 1000 })
  expect((await closeBatch()).body.code).toBe('nothingToExport')
  expect((await closeBatch(choosePayments(payment))).body.code).toBe('nothingChosenToExport')
  await requestReversal(admin, payment)
  expect((await closeBatch()).body.data.map(({ payamt }) => payamt)).toEqual([-300])
  await undo(importId)
  expect((await closeBatch()).body.data.map(({ payamt }) => payamt)).toEqual([300])
})
