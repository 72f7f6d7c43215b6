import { buffer } from 'node:stream/consumers'
import { detectEncoding, type OpenContent } from '#features/imports/reading/load-lines.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import { createManyRefusedError, createNoLinesError, type BankFile } from './bank-line.ts'
import { loadMappedCsv } from './load-mapped-csv.ts'
import { parseCamt } from './parse-camt.ts'
import { parseOfx } from './parse-ofx.ts'

const START_BYTES = 4096
const AS_CSV = 'Please open it in a spreadsheet, save it as CSV, and choose that file.'
const OTHERWISE = 'Please download CSV from the bank instead, or ask the bank for camt.053.'

const OTHER_TEXTS = [
  [/^\s*!(?:type|account|option|clear)\b/i, `This is a QIF file. ${OTHERWISE}`],
  [/^\s*\{1:|^:(?:20|25|28C?|60[FM]|61):/m, `This is an MT940 file. ${OTHERWISE}`],
] as const
const OTHER_MARKUP = [
  [/BkToCstmrAcctRpt/, 'This is camt.052, whose entries may still change. Please ask the bank for camt.053.'],
  [/BkToCstmrDbtCdtNtfctn/, 'This is camt.054, which is no statement. Please ask the bank for camt.053.'],
  [
    /progid="Excel|schemas-microsoft-com:office:spreadsheet/i,
    `This is a workbook of a spreadsheet program. ${AS_CSV}`,
  ],
  [
    /<(?:!doctype\s+html|html|head|body|meta|style|script|table|tr|td|div|pre)\b/i,
    `This is a web page, even if its name ends in .xls. ${AS_CSV}`,
  ],
] as const

export interface BankFileOptions {
  readonly mapping: NamedMapping | null
  readonly today: string
}

/**
 * Loads a bank file. Detects OFX and camt.053; any other file is loaded as CSV with this mapping. Throws
 * `UnreadableFile`, also if most lines are unreadable, because then the file is from another bank or the
 * mapping is wrong.
 */
export async function loadBankFile(
  open: OpenContent,
  { mapping, today }: BankFileOptions,
): Promise<BankFile> {
  const encoding = await detectEncoding(open)
  const start = await loadStart(open, encoding)
  const file = /<OFX>|OFXHEADER/i.test(start)
    ? parseOfx(await loadWhole(open, encoding), today)
    : /^\s*</.test(start)
      ? parseXml(await loadWhole(open, encoding), today)
      : await loadTable(open, start, { mapping, today })
  const { lines, refused, debits, leftOut } = file
  if (refused.length > lines.length + debits + leftOut)
    throw createManyRefusedError(file, String(refused.length))
  if (lines.length === 0) throw createNoLinesError(file)
  return file
}

function loadTable(open: OpenContent, start: string, { mapping, today }: BankFileOptions): Promise<BankFile> {
  const other = OTHER_TEXTS.find(([pattern]) => pattern.test(start))
  if (other) throw new UnreadableFile(other[1])
  if (!mapping) throw new UnreadableFile('Please choose the format of this CSV file.')
  return loadMappedCsv(open, mapping, today)
}

function parseXml(text: string, today: string): BankFile {
  if (/<(?:\w+:)?BkToCstmrStmt>/.test(text)) return parseCamt(text, today)
  const start = text.slice(0, START_BYTES)
  const other = OTHER_MARKUP.find(([pattern]) => pattern.test(start))
  throw new UnreadableFile(other?.[1] ?? `This is neither OFX nor camt.053. ${OTHERWISE}`)
}

async function loadStart(open: OpenContent, encoding: string): Promise<string> {
  for await (const piece of await open())
    return new TextDecoder(encoding).decode(piece.subarray(0, START_BYTES))
  return ''
}

const loadWhole = async (open: OpenContent, encoding: string): Promise<string> =>
  new TextDecoder(encoding).decode(await buffer(await open()))
