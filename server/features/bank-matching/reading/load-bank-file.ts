import { buffer } from 'node:stream/consumers'
import { detectEncoding, type OpenContent } from '#features/imports/reading/load-lines.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import { createTooManyRefusedError, createNoLinesError, type BankFile } from './bank-line.ts'
import { loadMappedCsv } from './load-mapped-csv.ts'
import { parseCamt } from './parse-camt.ts'
import { parseOfx } from './parse-ofx.ts'

const FILE_START_BYTES = 4096
const SAVE_AS_CSV_HINT = 'Please open it in a spreadsheet, save it as CSV, and choose that file.'
const OTHER_FORMAT_HINT = 'Please download CSV from the bank instead, or ask the bank for camt.053.'

const UNSUPPORTED_TEXT_FORMATS = [
  [/^\s*!(?:type|account|option|clear)\b/i, `This is a QIF file. ${OTHER_FORMAT_HINT}`],
  [/^\s*\{1:|^:(?:20|25|28C?|60[FM]|61):/m, `This is an MT940 file. ${OTHER_FORMAT_HINT}`],
] as const
const UNSUPPORTED_XML_FORMATS = [
  [/BkToCstmrAcctRpt/, 'This is camt.052, whose entries may still change. Please ask the bank for camt.053.'],
  [/BkToCstmrDbtCdtNtfctn/, 'This is camt.054, which is no statement. Please ask the bank for camt.053.'],
  [
    /progid="Excel|schemas-microsoft-com:office:spreadsheet/i,
    `This is a workbook of a spreadsheet program. ${SAVE_AS_CSV_HINT}`,
  ],
  [
    /<(?:!doctype\s+html|html|head|body|meta|style|script|table|tr|td|div|pre)\b/i,
    `This is a web page, even if its name ends in .xls. ${SAVE_AS_CSV_HINT}`,
  ],
] as const

export interface BankFileOptions {
  readonly mapping: NamedMapping | null
  readonly today: string
}

/**
 * Loads a bank file. Recognises the formats OFX and camt.053; loads any other file as CSV with this format of
 * columns. Throws `UnreadableFileError`, also if most lines are unreadable, because then the file is from
 * another bank or the format is wrong.
 */
export async function loadBankFile(
  openContent: OpenContent,
  { mapping, today }: BankFileOptions,
): Promise<BankFile> {
  const encoding = await detectEncoding(openContent)
  const start = await loadFileStart(openContent, encoding)
  const file = /<OFX>|OFXHEADER/i.test(start)
    ? parseOfx(await loadWholeText(openContent, encoding), today)
    : /^\s*</.test(start)
      ? parseXml(await loadWholeText(openContent, encoding), today)
      : await loadCsvFile(openContent, start, { mapping, today })
  const { lines, refused, debits, leftOut } = file
  if (refused.length > lines.length + debits + leftOut)
    throw createTooManyRefusedError(file, String(refused.length))
  if (lines.length === 0) throw createNoLinesError(file)
  return file
}

function loadCsvFile(
  openContent: OpenContent,
  start: string,
  { mapping, today }: BankFileOptions,
): Promise<BankFile> {
  const unsupportedFormat = UNSUPPORTED_TEXT_FORMATS.find(([pattern]) => pattern.test(start))
  if (unsupportedFormat) throw new UnreadableFileError(unsupportedFormat[1])
  if (!mapping) throw new UnreadableFileError('Please choose the format of this CSV file.')
  return loadMappedCsv(openContent, mapping, today)
}

function parseXml(text: string, today: string): BankFile {
  if (/<(?:\w+:)?BkToCstmrStmt>/.test(text)) return parseCamt(text, today)
  const start = text.slice(0, FILE_START_BYTES)
  const unsupportedFormat = UNSUPPORTED_XML_FORMATS.find(([pattern]) => pattern.test(start))
  throw new UnreadableFileError(
    unsupportedFormat?.[1] ?? `This is neither OFX nor camt.053. ${OTHER_FORMAT_HINT}`,
  )
}

async function loadFileStart(openContent: OpenContent, encoding: string): Promise<string> {
  for await (const chunk of await openContent())
    return new TextDecoder(encoding).decode(chunk.subarray(0, FILE_START_BYTES))
  return ''
}

const loadWholeText = async (openContent: OpenContent, encoding: string): Promise<string> =>
  new TextDecoder(encoding).decode(await buffer(await openContent()))
