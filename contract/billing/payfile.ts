import { toCsv } from '../csv.ts'
import type { PayfileRow } from './answers.ts'

/** The file that the accounting system takes in: amounts with two decimals, formulas disarmed (`toCsv`). */
export const PAYFILE = {
  file: 'Payfile.csv',
  columns: ['trnno', 'trndate', 'urefno', 'clientname', 'payamt', 'trantype'],
  toCsv(rows: readonly PayfileRow[]): string {
    return toCsv(
      PAYFILE.columns,
      rows.map((row) => [
        row.trnno,
        row.trndate,
        row.urefno,
        row.clientname,
        row.payamt.toFixed(2),
        row.trantype,
      ]),
    )
  },
} as const
