import { expect, test } from 'vitest'
import type { ListedPayment } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE_CSV, PAYFILE_STATUS_COPY_CSV } from '@tahanan/contract/billing/payfile-csv.ts'
import { PAYMENTS_CSV } from './payments-csv.ts'

const PAYMENT = {
  id: 7,
  referenceNumber: 'PY-2026-000007',
  tenant: { id: 1, clientCode: '00123', uoccname: 'Reyes, Ana', unitNumber: '3-12' },
  type: 1,
  status: 4,
  soaAmount: 1500,
  amountPaid: 1200.5,
  withholding: null,
  transactionDate: '2026-03-13T16:00:00.000Z',
  bank: 'BDO',
  bankReference: '001234567890',
  message: '',
  remarks: '1E5',
  outsourceStatus: null,
  verifiedDate: null,
  verifier: null,
  postedDate: '2026-03-14T01:30:00.000Z',
  postedBy: { name: 'Liza' },
  receiptNumber: 'AR-2026-000001',
  reversed: true,
  created_at: '2026-03-13T20:05:00.000Z',
}

test('the list has times, amounts, words, and texts that a spreadsheet leaves as they are (rules 8.45)', () => {
  const file = PAYMENTS_CSV.toCsv([PAYMENT as unknown as ListedPayment])
  expect(file.replace('\uFEFF', '').split('\r\n')).toEqual([
    'referenceNumber,clientCode,clientName,unitNumber,createdAt,transactionDate,soaAmount,paidAmount,taxWithheld,' +
      'type,status,reversed,outsourceStatus,message,bank,bankReference,receiptNumber,remarks,verifiedBy,verifiedAt,' +
      'postedBy,postedAt',
    `PY-2026-000007,'00123,"Reyes, Ana",'3-12,2026-03-14 04:05,2026-03-14 00:00,1500.00,1200.50,,` +
      `Direct Deposit,POSTED,Yes,,,BDO,'001234567890,AR-2026-000001 (void),'1E5,,,Liza,2026-03-14 09:30`,
    '',
  ])
})

test('a Payfile has the codes themselves, its copy with a status escapes them (rules 13.49)', () => {
  const row = {
    id: 7,
    trnno: 'PY-2026-000007',
    trndate: '28/11/2026',
    urefno: '00123',
    clientname: '=1+1',
    payamt: -5,
    trantype: 'DD',
  }
  expect(PAYFILE_CSV.toCsv([row])).toContain("\r\nPY-2026-000007,28/11/2026,00123,'=1+1,-5.00,DD\r\n")
  expect(PAYFILE_STATUS_COPY_CSV.toCsv([{ ...row, status: 'REVERSAL' }])).toContain(
    "\r\nPY-2026-000007,28/11/2026,'00123,'=1+1,-5.00,DD,REVERSAL\r\n",
  )
})
