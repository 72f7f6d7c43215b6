import { toCsvAmount, toCsv, type CsvCell } from '../csv.ts'
import type { CopiedRow, PayfileRow } from './answers.ts'

const cellsOf = (row: PayfileRow, toCell: (text: string) => CsvCell): CsvCell[] => [
  toCell(row.trnno),
  { plain: row.trndate },
  toCell(row.urefno),
  toCell(row.clientname),
  toCsvAmount(row.payamt),
  row.trantype,
]

/**
 * The file that the accounting system imports. Codes are written unescaped, so that it can match them (rules
 * 13.49).
 */
export const PAYFILE = {
  file: 'Payfile.csv',
  /** File name of a download that is not a batch, used after the first batch (rules 16.18). */
  copy: 'Payfile copy.csv',
  columns: ['trnno', 'trndate', 'urefno', 'clientname', 'payamt', 'trantype'],
  toCsv: (rows: readonly PayfileRow[]): string =>
    toCsv(
      PAYFILE.columns,
      rows.map((row) => cellsOf(row, (plain) => ({ plain }))),
    ),
} as const

/** Export of payments in every status; its columns differ from a Payfile, so accounting cannot import it. */
export const STATUS_COPY = {
  file: 'Payfile copy with status.csv',
  toCsv: (rows: readonly CopiedRow[]): string =>
    toCsv(
      [...PAYFILE.columns, 'status'],
      rows.map((row) => [...cellsOf(row, (text) => text), row.status]),
    ),
} as const
