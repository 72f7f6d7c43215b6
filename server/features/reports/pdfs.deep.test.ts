import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBankCalls } from '#features/bank-matching/testing.ts'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { enableWithholding, createTaxFields } from '#features/posting/testing.ts'
import { createSeries } from '#features/receipts/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { expectPdf } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client', { clientCode: 'A-101', uoccname: 'José Ñuñez' })
const { pay, charge } = createLedgerCalls(portal, admin)

test('reports are PDFs with embedded fonts', async () => {
  await charge(resident)
  const ledgerPdfPath = `/ledger/${resident.id}/pdf`
  for (const path of ['/collections/pdf?from=2026-03-01&to=2026-03-31', '/ageing/pdf', ledgerPdfPath])
    await expectPdf(admin, path)
  expect((await resident.get(ledgerPdfPath)).status).toBe(200)
  const otherTenant = await portal.as('client', { clientCode: 'B-202' })
  const { headers } = await admin.get(`/ledger/${otherTenant.id}/pdf`)
  expect(headers['content-disposition']).toContain('Ledger B-202.pdf')
  await charge(otherTenant)
  // In small transactions: each entry updates the same row of `ledgers`, whose old versions slow down the next.
  for (let count = 0; count < 10_000; count += 500)
    await sql`insert into ledger_entries (tenant_id, date, kind, label, amount)
      select ${otherTenant.id}, '2026-01-01', 'charge', 'Fee', 1 from generate_series(1, 500)`.execute(
      portal.db,
    )
  expect(await admin.get(`/ledger/${otherTenant.id}/pdf`)).toMatchObject({
    status: 400,
    body: { errors: { tenantId: ['A PDF holds 10,000 entries at most. Please download the CSV.'] } },
  })
})

test('the register, unmatched lines and missing certificates are PDFs', async () => {
  await enableWithholding(portal, resident)
  await pay(resident, 980, createTaxFields(20))
  const bank = await createBankCalls(portal, admin)
  await bank.importRows([{ date: getDayFromNow(0), amount: 77, reference: 'LINE77' }])
  const seriesId = await createSeries(admin)
  const chargeIds = [await charge(resident), await charge(resident)]
  for (const entryId of chargeIds) await admin.post('/invoice', { entryId })
  const registerPdfPath = `/receipt-register/pdf?seriesId=${seriesId}`
  const { body } = await admin.get<{ data: { id: number }[] }>(`/receipt-register?seriesId=${seriesId}`)
  const voidRequest = admin.post(`/invoice/${body.data[0]?.id}/void`, { remarks: 'Of another unit' })
  expect((await voidRequest).status).toBe(200)
  const period = `from=${getDayFromNow(-1)}&to=${getDayFromNow(0)}`
  for (const path of [registerPdfPath, `/bank-unmatched/pdf?${period}`, '/withholding-certificates/pdf'])
    await expectPdf(admin, path)
  expect((await admin.get('/receipt-register/pdf?seriesId=999999')).status).toBe(404)
  // A report with too many rows is refused, because a PDF without the last rows would be wrong.
  await sql`insert into issued_numbers (series_id, n, number)
    select ${seriesId}, n, 'SI-X' || n from generate_series(100, 10100) n`.execute(portal.db)
  expect((await admin.get(registerPdfPath)).status).toBe(400)
})
