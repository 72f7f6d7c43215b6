import { expect, test } from 'vitest'
import { getDayFromNow } from '#features/ledger/testing.ts'
import { requestReversal } from '#features/posting/testing.ts'
import { toRefusal, awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { BankImportWithEffects, BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { createBankCalls, setTodaysDate } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const { importRows, findLine, createTransfer, pay, payWithReference, loadPayment, confirm } =
  await createBankCalls(portal, admin)
const undoImport = (id: number) => admin.delete<{ code: string; message: string }>(`/bank-import/${id}`)
const loadEffects = async (id: number) => (await admin.get<BankImportWithEffects>(`/bank-import/${id}`)).body
const listLines = async (reference: string) =>
  (await admin.get<{ data: BankLine[] }>(`/bank-lines?searchTerm=${reference}`)).body.data

test('undoing an import takes its lines and matches back, and the same file may come again', async () => {
  const [autoMatchedTransfer, confirmedTransfer, newPaymentTransfer, setAsideTransfer, earlierTransfer] = [
    createTransfer(),
    createTransfer(),
    createTransfer(),
    createTransfer(),
    createTransfer(),
  ]
  const resident = await portal.as('client')
  const { id: autoMatchedPaymentId } = await payWithReference(resident, autoMatchedTransfer)
  const verifiedPayment = await pay(resident, confirmedTransfer.amount)
  await admin.put(`/payment/${verifiedPayment.id}`, { status: 3 })
  const { body: earlierFile } = await importRows([setTodaysDate(earlierTransfer)])
  const rows = [autoMatchedTransfer, confirmedTransfer, newPaymentTransfer, setAsideTransfer].map(
    setTodaysDate,
  )
  const { body: file } = await importRows(rows)
  await confirm((await findLine(confirmedTransfer.reference)).id, verifiedPayment.id)
  const { id: newPaymentLineId } = await findLine(newPaymentTransfer.reference)
  await admin.post(`/bank-line/${newPaymentLineId}/payment`, { tenantId: resident.id })
  const newPaymentId = (await findLine(newPaymentTransfer.reference)).payment?.id ?? 0
  await admin.post(`/bank-line/${(await findLine(setAsideTransfer.reference)).id}/aside`, {
    remarks: 'Interest',
  })

  expect(await loadEffects(file.id)).toMatchObject({ lines: 4, matched: 3, posted: 0, verified: 1, made: 1 })
  expect(await awaitStatuses([undoImport(file.id), undoImport(file.id)])).toEqual([200, 404])
  for (const { reference } of rows) expect(await listLines(reference)).toEqual([])
  expect((await listLines(earlierTransfer.reference)).length).toBe(1)
  const payment = await loadPayment(autoMatchedPaymentId)
  expect(payment.status).toBe(2)
  const remark = 'The import of the bank’s file was undone.'
  expect(payment.history[0]).toMatchObject({ fromStatus: 3, toStatus: 2, remark, who: 'Liza Villanueva' })
  expect([(await loadPayment(verifiedPayment.id)).status, (await loadPayment(newPaymentId)).status]).toEqual([
    3, 2,
  ])
  const auditQuery = portal.db.selectFrom('audit_log').select(['action', 'actor_name'])
  const entries = await auditQuery
    .where('subject', '=', 'bank_imports')
    .where('subject_id', '=', String(file.id))
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['add', 'remove'])

  const repeatedImport = await importRows(rows)
  expect(repeatedImport).toMatchObject({ status: 201, body: { lines: 4, known: 0 } })
  expect((await loadPayment(autoMatchedPaymentId)).status).toBe(3)
  expect((await findLine(newPaymentTransfer.reference)).payment?.id).toBe(newPaymentId)
  expect((await loadEffects(earlierFile.id)).lines).toBe(1)
})

test('an import is not undone while a payment of its lines is posted', async () => {
  const [paidTransfer, unpaidTransfer] = [createTransfer(), createTransfer()]
  const resident = await portal.as('client')
  const { id } = await payWithReference(resident, paidTransfer)
  const { body: file } = await importRows([paidTransfer, unpaidTransfer].map(setTodaysDate))
  expect((await admin.put(`/payment/${id}`, { status: 4 })).status).toBe(200)
  expect(await loadEffects(file.id)).toMatchObject({ posted: 1, verified: 0 })
  const undoAnswer = await undoImport(file.id)
  expect(undoAnswer).toMatchObject(toRefusal(409, 'bankImportPosted'))
  expect(undoAnswer.body.message).toContain('belong to 1 line of this file')
  expect(await findLine(paidTransfer.reference)).toMatchObject({ status: 3, payment: { id } })
  expect((await requestReversal(admin, id)).status).toBe(201)
  expect((await undoImport(file.id)).status).toBe(200)
  expect((await loadPayment(id)).status).toBe(4)
  expect(await listLines(unpaidTransfer.reference)).toEqual([])
})

test('undoing and posting at once never leaves a posted payment whose line is gone', async () => {
  const transfer = createTransfer()
  const { id } = await payWithReference(await portal.as('client'), transfer)
  const { body: file } = await importRows([setTodaysDate(transfer)])
  const { updated_at } = await loadPayment(id)
  const [undoResponse, postResponse] = await Promise.all([
    undoImport(file.id),
    admin.put(`/payment/${id}`, { status: 4, updated_at }),
  ])
  const lines = (await listLines(transfer.reference)).length
  expect([undoResponse.status, postResponse.status, lines]).toEqual(
    undoResponse.status === 200 ? [200, 409, 0] : [409, 200, 1],
  )
})

test('the match of a payment made from a line stays while that payment is posted', async () => {
  const { reference, amount } = createTransfer()
  const resident = await portal.as('client')
  await importRows([{ date: getDayFromNow(-3), amount, reference }])
  const { id } = await findLine(reference)
  await admin.post(`/bank-line/${id}/payment`, { tenantId: resident.id })
  const paymentId = (await findLine(reference)).payment?.id ?? 0
  for (const status of [3, 4]) await admin.put(`/payment/${paymentId}`, { status })
  const undoMatch = () => admin.delete(`/bank-match/${id}`)
  expect(await undoMatch()).toMatchObject(toRefusal(409, 'bankMatchPosted'))
  expect((await admin.post(`/bank-line/${id}/payment`, { tenantId: resident.id })).status).toBe(409)
  expect((await requestReversal(admin, paymentId)).status).toBe(201)
  expect((await undoMatch()).status).toBe(200)
})
