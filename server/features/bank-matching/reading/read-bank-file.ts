import { buffer } from 'node:stream/consumers'
import { encodingOf, type OpenContent } from '#features/imports/reading/read-lines.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import { manyRefused, type BankFile } from './bank-line.ts'
import { readMappedCsv } from './read-mapped-csv.ts'
import { readCamt, readOfx } from './read-markup.ts'

/**
 * Reads a bank's file by its format: OFX, camt.053, or a CSV of this mapping. Throws `UnreadableFile`, also
 * if most lines are unreadable: the file is another bank's, or the mapping is wrong.
 */
export async function readBankFile(open: OpenContent, mapping: NamedMapping | null): Promise<BankFile> {
  const encoding = await encodingOf(open)
  const text = await readStart(open)
  const file = /<OFX>|OFXHEADER/i.test(text)
    ? readOfx(await readWhole(open, encoding))
    : /^\s*</.test(text.replace(/^\u00ef\u00bb\u00bf/, ''))
      ? readXml(await readWhole(open, encoding))
      : await readTable(open, mapping)
  const { lines, refused, debits } = file
  if (refused.length > lines.length + debits) throw manyRefused(file, String(refused.length))
  if (lines.length + refused.length === 0)
    throw new UnreadableFile('This file has no lines of money that came.')
  return file
}

function readTable(open: OpenContent, mapping: NamedMapping | null): Promise<BankFile> {
  if (!mapping) throw new UnreadableFile('Please choose the format of this CSV file.')
  return readMappedCsv(open, mapping)
}

function readXml(text: string): BankFile {
  if (!/<(?:\w+:)?BkToCstmrStmt>/.test(text)) throw new UnreadableFile('This is neither OFX nor camt.053.')
  return readCamt(text)
}

async function readStart(open: OpenContent): Promise<string> {
  for await (const piece of await open()) return piece.toString('latin1', 0, 2048)
  return ''
}

const readWhole = async (open: OpenContent, encoding: string): Promise<string> =>
  new TextDecoder(encoding).decode(await buffer(await open()))
