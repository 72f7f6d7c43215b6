import { NoHeader, readCsv, type Table } from '#features/imports/reading/read-csv.ts'
import type { OpenContent } from '#features/imports/reading/read-lines.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import { addLine, readDay, readMoney, RefusedError, type BankFile } from './bank-line.ts'

/** Most lines about the account above the names of the columns. */
const PREAMBLE = 30

/** Reads a CSV file by a bank's mapping. Throws `UnreadableFile` if columns are missing. */
export async function readMappedCsv(open: OpenContent, mapping: NamedMapping): Promise<BankFile> {
  const file: BankFile = { account: null, lines: [], refused: [], debits: 0 }
  const table = await findTable(open, mapping)
  for await (const batch of table.rows)
    for (const { line, values, reason } of batch) {
      const cell = (column: string) => values[plain(column)] ?? ''
      addLine(file, { line, raw: JSON.stringify(values) }, () => {
        if (reason !== undefined) throw new RefusedError(reason)
        const money = (column: string) => readMoney(cell(column), mapping.decimalSign)
        const fee = Math.abs(money(mapping.feeColumn))
        const came = mapping.amountColumn
          ? money(mapping.amountColumn)
          : money(mapping.creditColumn) - Math.abs(money(mapping.debitColumn))
        return {
          date: readDay(cell(mapping.dateColumn), mapping.dateOrder),
          amount: came > 0 && mapping.amountIs === 'net' ? came + fee : came,
          fee,
          reference: cell(mapping.referenceColumn),
          description: cell(mapping.descriptionColumn),
        }
      })
    }
  return file
}

async function findTable(open: OpenContent, mapping: NamedMapping): Promise<Table<string>> {
  const columns = [
    mapping.dateColumn,
    ...(mapping.amountColumn ? [mapping.amountColumn] : [mapping.creditColumn, mapping.debitColumn]),
    mapping.referenceColumn,
    mapping.descriptionColumn,
    mapping.feeColumn,
  ].filter((name) => name !== '')
  const known = [...new Set(columns.map(plain))]
  try {
    return await readCsv(open, known, known, PREAMBLE)
  } catch (error) {
    if (!(error instanceof NoHeader)) throw error
    throw new UnreadableFile(
      `This file does not fit the format ${mapping.name}: ` +
        `no line of it names the columns ${columns.join(', ')}.`,
    )
  }
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
