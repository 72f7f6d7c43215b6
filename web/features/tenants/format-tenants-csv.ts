import { formatCsvDay } from '#lib/time.ts'
import { splitBalance } from '@tahanan/contract/billing/balance.ts'
import { TENANT_CSV } from '@tahanan/contract/billing/tenant.ts'
import { type CsvCell, toCsv } from '@tahanan/contract/csv.ts'

type CsvRow = Readonly<Record<string, unknown>> & { id: number }

const TIME_KEYS: ReadonlySet<string> = new Set(['lastSeen', 'created_at'])

/** Formats tenants as CSV. Instants are written as days, DD/MM/YYYY (rules 13.13). */
export function formatTenantsCsv(rows: readonly CsvRow[]): string {
  return toCsv(
    TENANT_CSV.columns.map(({ label }) => label),
    rows.map((row) => {
      const columnValues: Readonly<Record<string, unknown>> = {
        ...row,
        ...splitBalance(Number(row.leftToPay)),
      }
      return TENANT_CSV.columns.map(({ key }) => toCell(key, columnValues[key]))
    }),
  )
}

function toCell(key: string, value: unknown): CsvCell {
  if (TIME_KEYS.has(key)) return formatCsvDay(value)
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}
