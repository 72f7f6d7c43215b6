import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import { EXAMPLE_BANK_FORMATS, type NamedMapping } from '@tahanan/contract/billing/bank.ts'
import { TEST_BANK } from '../testing.ts'
import { loadBankFile } from './load-bank-file.ts'

export const findExampleFormat = (name: string): NamedMapping => {
  const exampleFormat = EXAMPLE_BANK_FORMATS.find((format) => format.name === name)
  if (!exampleFormat) throw new Error(`no example ${name}`)
  return exampleFormat
}
export const BDO_FORMAT = { ...TEST_BANK, name: 'BDO' }
export const SETTLEMENT_FORMAT = {
  ...BDO_FORMAT,
  amountColumn: 'Amount',
  feeColumn: 'Fee',
  dateColumn: 'Date',
}

export const loadTestBankFile = (
  content: string | Buffer,
  format: NamedMapping | null = BDO_FORMAT,
  today = '2026-11-28',
) => loadBankFile(() => Promise.resolve(Readable.from([Buffer.from(content)])), { mapping: format, today })
export const listAmounts = ({ lines }: Awaited<ReturnType<typeof loadTestBankFile>>) =>
  lines.map(({ amount }) => amount)
export const CSV_HEADER = 'Posting Date,Description,Debit,Credit,Reference Number'
export const loadRefusal = async (content: string | Buffer, format?: NamedMapping | null, today?: string) => {
  const error = await loadTestBankFile(content, format, today).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(UnreadableFileError)
  return (error as Error).message
}

export const createCamt = (entries: string) =>
  `<?xml version="1.0"?><d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">` +
  `<d:BkToCstmrStmt><d:Stmt><d:Acct><d:Id><d:Othr><d:Id>001-77</d:Id></d:Othr></d:Id></d:Acct>${entries}` +
  `</d:Stmt></d:BkToCstmrStmt></d:Document>`
export const createCamtEntry = (amount: string, extraElements = '', kind = 'CRDT') =>
  `<d:Ntry><d:Amt Ccy="PHP">${amount}</d:Amt><d:CdtDbtInd>${kind}</d:CdtDbtInd><d:Sts>BOOK</d:Sts>` +
  `<d:BookgDt><d:DtTm>2026-03-14T08:00:00+08:00</d:DtTm></d:BookgDt>` +
  `<d:AcctSvcrRef>S1</d:AcctSvcrRef>${extraElements}</d:Ntry>`
export const createTransactionDetails = (reference: string, amount = '') =>
  `<d:TxDtls><d:Refs><d:EndToEndId>${reference}</d:EndToEndId></d:Refs>${amount}` +
  `<d:RltdPties><d:Dbtr><d:Nm>Maria</d:Nm></d:Dbtr></d:RltdPties>` +
  `<d:RmtInf><d:Ustrd>A-101</d:Ustrd></d:RmtInf></d:TxDtls>`
