import { toCsv } from '../csv.ts'
import type { CopiedRow, PayfileRow } from './answers.ts'

const cellsOf = (row: PayfileRow): string[] => [
  row.trnno,
  row.trndate,
  row.urefno,
  row.clientname,
  row.payamt.toFixed(2),
  row.trantype,
]

/** The file that the accounting system imports: amounts with two decimals, formulas escaped (`toCsv`). */
export const PAYFILE = {
  file: 'Payfile.csv',
  /** File name of a download that is not a batch, used after the first batch (rules 16.18). */
  copy: 'Payfile copy.csv',
  columns: ['trnno', 'trndate', 'urefno', 'clientname', 'payamt', 'trantype'],
  toCsv: (rows: readonly PayfileRow[]): string => toCsv(PAYFILE.columns, rows.map(cellsOf)),
} as const

/** Export of payments in every status; its columns differ from a Payfile, so accounting cannot import it. */
export const STATUS_COPY = {
  file: 'Payfile copy with status.csv',
  toCsv: (rows: readonly CopiedRow[]): string =>
    toCsv(
      [...PAYFILE.columns, 'status'],
      rows.map((row) => [...cellsOf(row), row.status]),
    ),
} as const
