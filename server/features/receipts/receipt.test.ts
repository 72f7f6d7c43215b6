import { describe, expect, test } from 'vitest'
import { createLedgerCalls } from '#features/ledger/testing.ts'
import { payByDeposit, payOnline, reportOutcome } from '#features/posting/testing.ts'
import { writeSettings } from '#features/settings/website-settings.ts'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE_CSV } from '@tahanan/contract/billing/payfile-csv.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'
import { formatAmountInWords } from './format-amount-in-words.ts'
import { findInvoice } from './issue-invoice.ts'
import { findReceipt } from './issue-receipt.ts'
import { renderInvoicePdf, renderReceiptPdf } from './render-receipt-pdf.ts'
import { createSeries } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client', {
  clientCode: 'A-101',
  uoccname: 'Maria Santos',
  unitNumber: '101',
})

const getReceipt = (caller: LoggedInCaller, id: number) => caller.get<Buffer>(`/payment/${id}/receipt`)
const setSetting = (name: string, value: string) => writeSettings(portal.db, [{ name, value }])
const renameResident = (newName: string) =>
  portal.db.updateTable('tenants').set({ uoccname: newName }).where('id', '=', resident.id).execute()

async function createPostedPayment(overrides: object = {}): Promise<number> {
  const { id } = await payByDeposit(portal, resident, overrides)
  expect(await admin.put(`/payment/${id}`, { status: 4 })).toMatchObject({ status: 200 })
  return id
}

describe('the acknowledgement receipt', () => {
  test('exists for posted payments', async () => {
    const { id } = await payByDeposit(portal, resident)
    expect((await getReceipt(resident, id)).status).toBe(404)
    expect((await getReceipt(admin, id)).status).toBe(404)
    await admin.put(`/payment/${id}`, { status: 4 })
    const otherTenant = await portal.as('client')
    expect((await getReceipt(otherTenant, id)).status).toBe(404)
    for (const caller of [resident, admin]) {
      const { status, headers, body } = await getReceipt(caller, id)
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(headers['content-disposition']).toMatch(/^inline; filename=AR-20\d\d-\d{6}\.pdf$/)
      expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  test('keeps the data of the posting, whatever changes later', async () => {
    const id = await createPostedPayment()
    const receiptBefore = await getReceipt(resident, id)
    expect(await findReceipt(portal.db, id)).toMatchObject({
      payer: { name: 'Maria Santos', clientCode: 'A-101', unitNumber: '101' },
      amount: 1500,
      method: 'Direct Deposit',
      postedBy: 'Liza Villanueva',
      community: { name: 'Tahanan', logo: null },
    })
    await renameResident('Somebody Else')
    await portal.db.updateTable('admins').set({ name: 'Another' }).where('id', '=', admin.id).execute()
    await setSetting('websiteName', 'Renamed Towers')
    expect((await getReceipt(resident, id)).body.equals(receiptBefore.body)).toBe(true)
    await setSetting('websiteName', 'Tahanan')
    await renameResident('Maria Santos')
  })

  test('shows a WebP logo, even after it was replaced and its file removed', async () => {
    const superAdmin = await portal.as('super-admin')
    const key = await uploadFile(
      portal,
      superAdmin,
      'logo',
      await createSamplePicture('webp', 400, 120),
      'logo.webp',
    )
    await setSetting('websiteLogo', key)
    const id = await createPostedPayment()
    const receiptWithLogo = (await getReceipt(resident, id)).body
    expect(receiptWithLogo.includes('/Subtype /Image')).toBe(true)
    await setSetting('websiteLogo', '')
    await portal.services.files.remove(key)
    expect((await getReceipt(resident, id)).body.equals(receiptWithLogo)).toBe(true)
    expect((await getReceipt(resident, await createPostedPayment())).body.includes('/Subtype /Image')).toBe(
      false,
    )
  })

  test('a missing or broken logo does not prevent posting', async () => {
    await setSetting('websiteLogo', `logo/x-${'0'.repeat(32)}.webp`)
    expect((await getReceipt(resident, await createPostedPayment())).status).toBe(200)
    await setSetting('websiteLogo', '')
  })

  test('prints names outside all fonts, and the longest ones, on one page', async () => {
    const unusualNames = ['Peña, José Ñ.', '山田太郎 & Søns', '\u202Eevil', '😀'.repeat(60)]
    const names = [unusualNames.join(' '), 'W'.repeat(255), 'a '.repeat(127)]
    const receipt = (await findReceipt(portal.db, await createPostedPayment()))!
    for (const name of names) {
      const pdf = await renderReceiptPdf(
        {
          ...receipt,
          payer: { name, clientCode: name, unitNumber: name },
          community: { name, logo: null },
          postedBy: name,
          amount: 9_999_999_999.99,
          sandbox: true,
          voided: { reason: 'Refunded by the gateway', at: new Date(), replacedBy: 'X'.repeat(30) },
          references: [
            ...receipt.references,
            ['Dragon Pay reference', 'x'.repeat(100)],
            ['Reservation', name],
          ],
        },
        undefined,
      )
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    }
  })

  test('shows the gateway’s numbers, and a warning if no real money was paid', async () => {
    const onlinePayment = await payOnline(portal, resident)
    await reportOutcome(portal, onlinePayment.paymentId, 'S', {
      reference: 'K7TRXB',
      method: 'GCSH',
      amount: 1000,
    })
    const paymentUpdate = portal.db.updateTable('payments').set({ sandbox: true })
    await paymentUpdate.where('id', '=', onlinePayment.paymentId).execute()
    await admin.put(`/payment/${onlinePayment.paymentId}`, { status: 4 })
    expect(await findReceipt(portal.db, onlinePayment.paymentId)).toMatchObject({
      method: 'Dragon Pay (GCash)',
      sandbox: true,
      references: [
        ['Payment', onlinePayment.referenceNumber],
        ['Invoice', '(A-101)'],
        ['Transaction', onlinePayment.txnId],
        ['Dragon Pay reference', 'K7TRXB'],
      ],
    })
  })
})

test('residents read PMO in place of who issued their invoice, the office the name (rules 6.19)', async () => {
  await createSeries(admin)
  const issuer = await portal.as('admin', { name: 'Ramon Cruz' })
  const { charge } = createLedgerCalls(portal, issuer)
  const { id } = (await issuer.post<IssuedNumber>('/invoice', { entryId: await charge(resident) })).body
  const invoice = (await findInvoice(portal.db, id, resident.id))!
  expect(invoice.issuedBy).toBe('Ramon Cruz')
  for (const [caller, issuedBy] of [
    [resident, 'PMO'],
    [admin, 'Ramon Cruz'],
  ] as const) {
    const { body } = await caller.get<Buffer>(`/invoice/${id}`)
    expect(body.equals(await renderInvoicePdf({ ...invoice, issuedBy })), issuedBy).toBe(true)
  }
})

test.each([
  [0, 'Zero pesos only'],
  [0.01, 'One centavo only'],
  [1, 'One peso only'],
  [1.5, 'One peso and fifty centavos only'],
  [21, 'Twenty-one pesos only'],
  [100, 'One hundred pesos only'],
  [110.1, 'One hundred ten pesos and ten centavos only'],
  [999.99, 'Nine hundred ninety-nine pesos and ninety-nine centavos only'],
  [1234.5, 'One thousand two hundred thirty-four pesos and fifty centavos only'],
  [1_000_000, 'One million pesos only'],
  [2_013_040.05, 'Two million thirteen thousand forty pesos and five centavos only'],
  [
    9_999_999_999.99,
    'Nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand ' +
      'nine hundred ninety-nine pesos and ninety-nine centavos only',
  ],
])('%d in words is %s', (amount, expectedWords) => expect(formatAmountInWords(amount)).toBe(expectedWords))

describe('Payfile.csv', () => {
  test('has the columns of rules 8.24, local dates and no formula', async () => {
    const formulaTenant = await portal.as('client', {
      clientCode: '+cmd',
      uoccname: '=HYPERLINK("http://x","y")',
    })
    const firstPayment = await payByDeposit(portal, resident, {
      transactionDate: '2026-03-14T18:30:00Z',
      amountPaid: 1234.5,
    })
    const secondPayment = await payByDeposit(portal, formulaTenant, {
      transactionDate: '2026-03-14',
      amountPaid: 10,
    })
    const onlinePayment = await payOnline(portal, resident)
    const { body } = await admin.get<{ data: PayfileRow[] }>(
      `/paymentIds?selectedIds=${firstPayment.id},${secondPayment.id},${onlinePayment.paymentId},999999`,
    )
    expect(body.data.map(({ trantype }) => trantype)).toEqual(['DP', 'DD', 'DD'])
    expect(body.data[2]).toEqual({
      id: firstPayment.id,
      trnno: firstPayment.referenceNumber,
      trndate: '15/03/2026',
      urefno: 'A-101',
      clientname: 'Maria Santos',
      payamt: 1234.5,
      trantype: 'DD',
    })
    expect(PAYFILE_CSV.toCsv(body.data.slice(1)).split('\r\n')).toEqual([
      '\uFEFFtrnno,trndate,urefno,clientname,payamt,trantype',
      `${secondPayment.referenceNumber},14/03/2026,'+cmd,"'=HYPERLINK(""http://x"",""y"")",10.00,DD`,
      `${firstPayment.referenceNumber},15/03/2026,A-101,Maria Santos,1234.50,DD`,
      '',
    ])
    expect((await admin.get<{ data: unknown[] }>('/paymentIds?selectedIds=')).body.data).toEqual([])
    for (const ids of ['1;drop', "1' or 1=1", 'a', '1,,2'])
      expect((await admin.get(`/paymentIds?selectedIds=${encodeURIComponent(ids)}`)).status).toBe(400)
    const allPaymentIds = await admin.get<{ data: PayfileRow[] }>(
      '/paymentIds?all=1&status=2&searchTerm=hyperlink',
    )
    expect(allPaymentIds.body.data.map(({ id }) => id)).toEqual([secondPayment.id])
  })
})
