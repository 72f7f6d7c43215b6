import { beforeEach, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow, type Resident } from '#features/ledger/testing.ts'
import { requestReversal } from '#features/posting/testing.ts'
import type { UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { PayfileExportInImport } from '@tahanan/contract/billing/import-answers.ts'
import { createAmounts, createImportCalls, prepareRows, createImportRows } from '../testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, undo, lines, findImportRecord } = createImportCalls(portal, admin)
const { loadBalances, pay } = createLedgerCalls(portal, admin)

let residents: [Resident, Resident, Resident]
beforeEach(async () => {
  residents = [await portal.as('client'), await portal.as('client'), await portal.as('client')]
  // Exports the remaining payments of earlier tests, so that they do not count here.
  await admin.post('/payfile-batch', { confirmCopied: true })
})

const STATEMENT_DATE = '2026-03-31'
function prepareTenantsImport(tenants: readonly Resident[], statementDate = STATEMENT_DATE): Promise<string> {
  const codes = tenants.map(({ account }) => account.clientCode)
  return prepareRows(portal, admin, createImportRows(createAmounts(codes, '1000'), statementDate))
}
async function closeBatch(...ids: number[]): Promise<number> {
  const { status, body } = await admin.post<{ number: number }>('/payfile-batch', { payments: { ids } })
  expect(status).toBe(201)
  return body.number
}
const copyPayments = (...ids: number[]) =>
  admin.post('/payfile-copy', { payments: { ids }, content: 'posted' })
const listExports = async (uniqId: string) =>
  (await admin.get<{ data: PayfileExportInImport[] }>(`/statement-imports/${uniqId}/exports`)).body.data
const moveExport = (uniqId: string, key: string, inStatement = true) =>
  admin.put<UntypedBody>(`/statement-imports/${uniqId}/exports/${key}`, { inStatement })
const moveEntry = (uniqId: string, entry: number | undefined, body: object) =>
  admin.put<UntypedBody>(`/statement-imports/${uniqId}/entries/${entry}`, body)

test('exported payments that count as received since are listed, and a batch is moved in one step', async () => {
  const [first, second, third] = residents
  const paymentIds = [await pay(first, 100), await pay(second, 200)]
  const number = await closeBatch(...paymentIds)
  await copyPayments(await pay(third, 50))
  const uniqId = await prepareTenantsImport(residents)
  expect(await findImportRecord(uniqId)).toMatchObject({
    exported: { rows: 3, amount: 350 },
    warned: 3,
    receivedSince: 350,
  })
  const [batch, copiedExport] = await listExports(uniqId)
  expect(batch).toMatchObject({
    key: `batch-${number}`,
    kind: 'batch',
    number,
    rows: 2,
    amount: 300,
    moved: 0,
  })
  expect(batch?.by).toBe(admin.account.name)
  expect(copiedExport).toMatchObject({ kind: 'copy', rows: 1, amount: 50 })
  expect((await lines(uniqId, 'warned')).map(({ reason }) => reason)).toEqual([
    'Payments of ₱100.00 were exported and count as received since.',
    'Payments of ₱200.00 were exported and count as received since.',
    'Payments of ₱50.00 were exported and count as received since.',
  ])
  expect(await save(uniqId)).toMatchObject({
    status: 409,
    body: {
      code: 'exportsNotConfirmed',
      message:
        'Exported payments of ₱350.00 in all count as received since these statements. Please move ' +
        'them into the statements, or confirm that.',
    },
  })

  expect((await moveExport(uniqId, `batch-${number}`)).status).toBe(200)
  expect(await findImportRecord(uniqId)).toMatchObject({
    exported: { rows: 1, amount: 50 },
    warned: 1,
    moved: 2,
  })
  expect(await listExports(uniqId)).toMatchObject([{ rows: 0, moved: 2 }, { rows: 1 }])
  expect((await moveExport(uniqId, `batch-${number}`, false)).status).toBe(200)
  expect(await findImportRecord(uniqId)).toMatchObject({ exported: { rows: 3 }, moved: 0 })
  await moveExport(uniqId, `batch-${number}`)
  expect((await save(uniqId)).status).toBe(409)
  expect((await save(uniqId, { confirmExported: true })).body).toMatchObject({ count: 3 })
  for (const [index, receivedSince] of [0, 0, 50].entries())
    expect(await loadBalances(residents[index] ?? first)).toEqual({
      soaAmount: 1000,
      receivedSince,
      leftToPay: 1000 - receivedSince,
    })
  expect((await admin.post<UntypedBody>('/payfile-batch')).body.code).toBe('copiedBefore')
  const auditRows = await portal.db
    .selectFrom('audit_log')
    .select('detail')
    .where('subject', '=', 'statement_imports')
    .where('detail', 'like', 'Batch%')
    .orderBy('id')
    .execute()
  expect(auditRows.map(({ detail }) => detail)).toEqual([
    `Batch ${number}, 2 lines, ₱300.00, was moved into the statements.`,
    `Batch ${number}, 2 lines, ₱300.00, was moved out of the statements.`,
    `Batch ${number}, 2 lines, ₱300.00, was moved into the statements.`,
  ])

  await undo(uniqId)
  expect(await loadBalances(first)).toEqual({ soaAmount: 0, receivedSince: 100, leftToPay: -100 })
  expect(await findImportRecord(await prepareTenantsImport(residents))).toMatchObject({
    exported: { rows: 3 },
    moved: 0,
  })
})

test('money after the statement, covered entries and entries moved by the office are not listed', async () => {
  const [first, second, third] = residents
  const laterDate = { transactionDate: `${getDayFromNow(0)} 00:00:01` }
  const number = await closeBatch(
    await pay(first, 100, laterDate),
    await pay(second, 200),
    await pay(third, 300),
  )
  const uniqId = await prepareTenantsImport([first, second])
  expect(await listExports(uniqId)).toMatchObject([{ rows: 1, amount: 200 }])
  const [, row] = await lines(uniqId)
  const [entry] = row?.entries ?? []
  expect(entry).toMatchObject({ batch: number, asked: true })
  for (const inStatement of [true, false])
    expect((await moveEntry(uniqId, entry?.id, { inStatement, batch: number })).status).toBe(200)
  expect(await findImportRecord(uniqId)).toMatchObject({ exported: { rows: 1 }, moved: 0 })
  const coveringImport = await prepareTenantsImport([third], getDayFromNow(0))
  expect(await findImportRecord(coveringImport)).toMatchObject({ exported: { rows: 0 }, inStatement: 300 })
  const [coveredEntry] = (await lines(coveringImport))[0]?.entries ?? []
  await moveEntry(coveringImport, coveredEntry?.id, { inStatement: false })
  expect(await findImportRecord(coveringImport)).toMatchObject({ exported: { rows: 0 }, receivedSince: 300 })
  expect((await save(coveringImport)).status).toBe(200)
})

test('entries posted or exported after the files were read are neither covered nor listed', async () => {
  const [first, second] = residents
  const earlierPaymentId = await pay(first, 100)
  const uniqId = await prepareTenantsImport([first, second], getDayFromNow(0))
  await closeBatch(earlierPaymentId, await pay(second, 70))
  expect(await findImportRecord(uniqId)).toMatchObject({
    exported: { rows: 0 },
    inStatement: 0,
    receivedSince: 170,
  })
  expect((await save(uniqId)).status).toBe(200)
  expect(await loadBalances(first)).toEqual({ soaAmount: 1000, receivedSince: 100, leftToPay: 900 })
  expect(await loadBalances(second)).toEqual({ soaAmount: 1000, receivedSince: 70, leftToPay: 930 })
})

test('a payment exported since the preview is moved only by a caller who names its batch', async () => {
  const [first] = residents
  const payment = await pay(first, 100)
  const uniqId = await prepareTenantsImport([first])
  const [entry] = (await lines(uniqId))[0]?.entries ?? []
  expect(entry).toMatchObject({ batch: null, asked: false })
  const number = await closeBatch(payment)
  expect(await moveEntry(uniqId, entry?.id, { inStatement: true, batch: null })).toMatchObject({
    status: 409,
    body: { code: 'previewChanged' },
  })
  expect((await moveEntry(uniqId, entry?.id, { inStatement: true, batch: number })).status).toBe(200)
})

test('a move and a batch at the same time export the payment once', async () => {
  for (let round = 0; round < 2; round++) {
    const resident = await portal.as('client')
    const payment = await pay(resident, 10)
    const uniqId = await prepareTenantsImport([resident])
    const [entry] = (await lines(uniqId))[0]?.entries ?? []
    const [moveResponse, batchResponse] = await Promise.all([
      moveEntry(uniqId, entry?.id, { inStatement: true, batch: null }),
      admin.post('/payfile-batch', { payments: { ids: [payment] } }),
    ])
    expect([moveResponse.status, batchResponse.status].toSorted()).toSatisfy(
      ([firstStatus, secondStatus]: number[]) =>
        (firstStatus === 200 && secondStatus === 409) || (firstStatus === 201 && secondStatus === 409),
    )
  }
})

test('the reversal of a moved payment counts as received since and enters the next batch', async () => {
  const [first] = residents
  const payment = await pay(first, 100)
  const number = await closeBatch(payment)
  const uniqId = await prepareTenantsImport([first])
  await moveExport(uniqId, `batch-${number}`)
  await requestReversal(admin, payment)
  expect(await findImportRecord(uniqId)).toMatchObject({
    exported: { rows: 0 },
    inStatement: 100,
    receivedSince: -100,
  })
  expect((await save(uniqId)).status).toBe(200)
  expect(await loadBalances(first)).toEqual({ soaAmount: 1000, receivedSince: -100, leftToPay: 1100 })
  const nextBatchResponse = await admin.post<{ data: { id: number; payamt: number }[] }>('/payfile-batch')
  expect(nextBatchResponse.body.data.map(({ id, payamt }) => [id, payamt])).toEqual([[payment, -100]])
})

test('a batch is moved only in a prepared import, by its own key', async () => {
  const [first] = residents
  const number = await closeBatch(await pay(first, 100))
  const uniqId = await prepareTenantsImport([first])
  expect((await moveExport(uniqId, `batch-${number + 1}`)).status).toBe(404)
  expect((await moveExport(uniqId, `copy-${number}`)).status).toBe(404)
  expect((await moveExport(uniqId, 'batch')).status).toBe(400)
  await save(uniqId, { confirmExported: true })
  expect(await moveExport(uniqId, `batch-${number}`)).toMatchObject({
    status: 409,
    body: { code: 'alreadyDone' },
  })
  expect(await listExports(uniqId)).toEqual([])
})
