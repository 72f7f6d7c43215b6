import { sql } from 'kysely'
import { formatDay } from '@tahanan/contract/time.ts'

/**
 * SQL for the earliest possible day of payment `p`: the later of its transaction date and the cheque's date
 * (rules 8.39).
 */
export const selectMoneyDay = (timeZone: string) =>
  sql<string>`greatest(p.cheque_date,
    (coalesce(p.transaction_date, p.created_at) at time zone ${timeZone})::date)`

interface DatedPayment {
  readonly cheque_date: string | null
  readonly transaction_date: Date | null
  readonly created_at: Date
}

export function getMoneyDay(row: DatedPayment, timeZone: string): string {
  const day = formatDay(row.transaction_date ?? row.created_at, timeZone)
  return row.cheque_date !== null && row.cheque_date > day ? row.cheque_date : day
}
