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

/** The file that the accounting system takes in: amounts with two decimals, formulas disarmed (`toCsv`). */
export const PAYFILE = {
  file: 'Payfile.csv',
  /** Name of a download that is no batch, once there are batches (rules 16.18). */
  copy: 'Payfile copy.csv',
  columns: ['trnno', 'trndate', 'urefno', 'clientname', 'payamt', 'trantype'],
  toCsv: (rows: readonly PayfileRow[]): string => toCsv(PAYFILE.columns, rows.map(cellsOf)),
} as const

/** Payments of every status, which no accounting system takes for a Payfile. */
export const STATUS_COPY = {
  file: 'Payfile copy with status.csv',
  toCsv: (rows: readonly CopiedRow[]): string =>
    toCsv(
      [...PAYFILE.columns, 'status'],
      rows.map((row) => [...cellsOf(row), row.status]),
    ),
} as const
