import { toCsvAmount, toCsv, type CsvCell } from '../csv.ts'
import type { PayfileCopyRow, PayfileRow } from './answers.ts'

const toPayfileCells = (row: PayfileRow, toCell: (text: string) => CsvCell): CsvCell[] => [
  toCell(row.trnno),
  { plain: row.trndate },
  toCell(row.urefno),
  toCell(row.clientname),
  toCsvAmount(row.payamt),
  row.trantype,
]

/**
 * Format of Payfile.csv. Texts are not escaped for spreadsheets, because the accounting system compares codes
 * exactly (rules 13.49).
 */
export const PAYFILE_CSV = {
  file: 'Payfile.csv',
  /**
   * Name of an export that is only a copy and closes no batch of payments. Used as soon as a first batch
   * exists (rules 16.18).
   */
  copy: 'Payfile copy.csv',
  columns: ['trnno', 'trndate', 'urefno', 'clientname', 'payamt', 'trantype'],
  toCsv: (rows: readonly PayfileRow[]): string =>
    toCsv(
      PAYFILE_CSV.columns,
      rows.map((row) => toPayfileCells(row, (value) => ({ plain: value }))),
    ),
} as const

/**
 * Copy of a Payfile with the status of each payment. Because of this extra column, the accounting system
 * refuses to import it.
 */
export const PAYFILE_STATUS_COPY_CSV = {
  file: 'Payfile copy with status.csv',
  toCsv: (rows: readonly PayfileCopyRow[]): string =>
    toCsv(
      [...PAYFILE_CSV.columns, 'status'],
      rows.map((row) => [...toPayfileCells(row, (text) => text), row.status]),
    ),
} as const
