import { writeFile } from 'node:fs/promises'
import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE } from '@tahanan/contract/billing/payfile.ts'
import { describe, expect, test } from 'vitest'
import { picture } from '../../../platform/files/content/testing-samples.ts'
import { writeSettings } from '../../settings/website-settings.ts'
import type { LoggedIn } from '../../../testing/callers.ts'
import { openTestPortal } from '../../../testing/portal.ts'
import { uploadFile } from '../../../testing/uploads.ts'
import { amountInWords } from './amount-in-words.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { findReceipt } from './receipts.ts'
import { deposit, payOnline, say } from '../payments/testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client', {
  clientCode: 'A-101',
  uoccname: 'Maria Santos',
  unitNumber: '101',
})

async function receiptOf(caller: LoggedIn, id: number) {
  return portal.app.inject({
    method: 'GET',
    url: `/api/payment/${id}/receipt`,
    headers: { authorization: `Bearer ${caller.token}` },
  })
}

async function posted(more: object = {}): Promise<number> {
  const { id } = await deposit(portal, resident, more)
  const { status } = await admin.put(`/payment/${id}`, { status: 4 })
  expect(status).toBe(200)
  return id
}

describe('the acknowledgement receipt', () => {
  test('exists once a payment is posted, for its resident and the office, and for nobody else', async () => {
    const { id } = await deposit(portal, resident)
    for (const status of [2, 3, 5]) {
      await admin.put(`/payment/${id}`, { status })
      expect((await receiptOf(resident, id)).statusCode).toBe(404)
      expect((await receiptOf(admin, id)).statusCode).toBe(404)
    }
    await admin.put(`/payment/${id}`, { status: 4 })
    const neighbour = await portal.as('client')
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    expect((await receiptOf(neighbour, id)).statusCode).toBe(404)
    expect((await receiptOf(guard, id)).statusCode).toBe(403)
    for (const reader of [resident, admin]) {
      const answer = await receiptOf(reader, id)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toMatch(/^inline; filename=AR-20\d\d-\d{6}\.pdf$/)
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  test('says what was so when it was posted, whatever changes afterwards', async () => {
    const id = await posted()
    const before = await receiptOf(resident, id)
    const said = await findReceipt(portal.db, id)
    expect(said).toMatchObject({
      payer: { name: 'Maria Santos', clientCode: 'A-101', unitNumber: '101' },
      amount: 1500,
      method: 'Direct Deposit',
      postedBy: 'Liza Villanueva',
      community: { name: 'Tahanan', logo: null },
    })
    await portal.db
      .updateTable('tenants')
      .set({ uoccname: 'Somebody Else' })
      .where('id', '=', resident.id)
      .execute()
    await portal.db.updateTable('admins').set({ name: 'Another' }).where('id', '=', admin.id).execute()
    await writeSettings(portal.db, [{ name: 'websiteName', value: 'Renamed Towers' }])
    expect((await receiptOf(resident, id)).rawPayload.equals(before.rawPayload)).toBe(true)
    await writeSettings(portal.db, [{ name: 'websiteName', value: 'Tahanan' }])
    await portal.db
      .updateTable('tenants')
      .set({ uoccname: 'Maria Santos' })
      .where('id', '=', resident.id)
      .execute()
  })

  test('carries a WebP logo, also after the logo was replaced and its file removed', async () => {
    const owner = await portal.as('super-admin')
    const key = await uploadFile(portal, owner, 'logo', await picture('webp', 400, 120), 'logo.webp')
    await writeSettings(portal.db, [{ name: 'websiteLogo', value: key }])
    const id = await posted()
    const withLogo = (await receiptOf(resident, id)).rawPayload
    expect(withLogo.includes('/Subtype /Image')).toBe(true)
    await writeSettings(portal.db, [{ name: 'websiteLogo', value: '' }])
    await portal.services.files.remove(key)
    expect((await receiptOf(resident, id)).rawPayload.equals(withLogo)).toBe(true)
    expect((await receiptOf(resident, await posted())).rawPayload.includes('/Subtype /Image')).toBe(false)
  })

  test('a logo that is gone or broken keeps nobody from posting', async () => {
    await writeSettings(portal.db, [{ name: 'websiteLogo', value: `logo/x-${'0'.repeat(32)}.webp` }])
    const answer = await receiptOf(resident, await posted())
    expect(answer.statusCode).toBe(200)
    await writeSettings(portal.db, [{ name: 'websiteLogo', value: '' }])
  })

  test('writes names that no font knows, and the longest ones, on one page', async () => {
    const names = [
      'Peña, José Ñ.',
      '山田太郎 & Søns',
      '\u202Eevil',
      'W'.repeat(255),
      'a '.repeat(127),
      '😀'.repeat(60),
    ]
    const said = (await findReceipt(portal.db, await posted()))!
    for (const name of names) {
      const pdf = await receiptPdf(
        {
          ...said,
          payer: { name, clientCode: name, unitNumber: name },
          community: { name, logo: null },
          postedBy: name,
          amount: 9_999_999_999.99,
          sandbox: true,
          voided: { reason: 'Taken back by the gateway', at: new Date(), replacedBy: 'X'.repeat(30) },
          references: [...said.references, ['Dragon Pay reference', 'x'.repeat(100)], ['Reservation', name]],
        },
        undefined,
      )
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    }
  })

  test('names the gateway’s numbers, and says when nothing real was paid', async () => {
    const online = await payOnline(portal, resident)
    await say(portal, online.paymentId, 'S', { reference: 'K7TRXB', method: 'GCSH', amount: 1000 })
    await portal.db
      .updateTable('payments')
      .set({ sandbox: true })
      .where('id', '=', online.paymentId)
      .execute()
    await admin.put(`/payment/${online.paymentId}`, { status: 4 })
    const said = await findReceipt(portal.db, online.paymentId)
    expect(said).toMatchObject({ method: 'Dragon Pay (GCash)', sandbox: true })
    expect(said!.references).toEqual([
      ['Payment', online.referenceNumber],
      ['Invoice', '(A-101)'],
      ['Transaction', online.txnId],
      ['Dragon Pay reference', 'K7TRXB'],
    ])
    if (process.env.KEEP_RECEIPT)
      await writeFile(process.env.KEEP_RECEIPT, (await receiptOf(resident, online.paymentId)).rawPayload)
  })
})

test('amounts are written in words', () => {
  expect(
    [0, 0.01, 1, 1.5, 21, 100, 110.1, 999.99, 1234.5, 1_000_000, 2_013_040.05, 9_999_999_999.99].map(
      amountInWords,
    ),
  ).toEqual([
    'Zero pesos only',
    'One centavo only',
    'One peso only',
    'One peso and fifty centavos only',
    'Twenty-one pesos only',
    'One hundred pesos only',
    'One hundred ten pesos and ten centavos only',
    'Nine hundred ninety-nine pesos and ninety-nine centavos only',
    'One thousand two hundred thirty-four pesos and fifty centavos only',
    'One million pesos only',
    'Two million thirteen thousand forty pesos and five centavos only',
    'Nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine pesos and ninety-nine centavos only',
  ])
})

describe('Payfile.csv', () => {
  test('has the columns of rules 8.24, dates of the community, and no formula', async () => {
    const evil = await portal.as('client', { clientCode: '+cmd', uoccname: '=HYPERLINK("http://x","y")' })
    const first = await deposit(portal, resident, {
      transactionDate: '2026-03-14T18:30:00Z',
      amountPaid: 1234.5,
    })
    const second = await deposit(portal, evil, { transactionDate: '2026-03-14', amountPaid: 10 })
    const online = await payOnline(portal, resident)
    const { body } = await admin.get<{ data: PayfileRow[] }>(
      `/paymentIds?selectedIds=${first.id},${second.id},${online.paymentId},999999`,
    )
    expect(body.data.map(({ trantype }) => trantype)).toEqual(['DP', 'DD', 'DD'])
    expect(body.data[2]).toEqual({
      id: first.id,
      trnno: first.referenceNumber,
      trndate: '15/03/2026',
      urefno: 'A-101',
      clientname: 'Maria Santos',
      payamt: 1234.5,
      trantype: 'DD',
    })
    expect(PAYFILE.toCsv(body.data.slice(1)).split('\r\n')).toEqual([
      '\uFEFFtrnno,trndate,urefno,clientname,payamt,trantype',
      `${second.referenceNumber},14/03/2026,'+cmd,"'=HYPERLINK(""http://x"",""y"")",10.00,DD`,
      `${first.referenceNumber},15/03/2026,A-101,Maria Santos,1234.50,DD`,
      '',
    ])
    expect((await admin.get<{ data: unknown[] }>('/paymentIds?selectedIds=')).body.data).toEqual([])
    for (const ids of ['1;drop', "1' or 1=1", 'a', '1,,2'])
      expect((await admin.get(`/paymentIds?selectedIds=${encodeURIComponent(ids)}`)).status).toBe(400)
    const all = await admin.get<{ data: PayfileRow[] }>('/paymentIds?all=1&status=2&searchTerm=hyperlink')
    expect(all.body.data.map(({ id }) => id)).toEqual([second.id])
  })
})
