import { UsageError } from '#commands/command-line.ts'

export interface SeedCounts {
  tenants: number
  tickets: number
  views: number
  /** Number of payments, and also of statements of account. */
  payments: number
}

const COUNTS = { tenants: 1000, tickets: 100_000, views: 100_000, payments: 20_000 }

export const SEED_COMMAND = {
  name: 'seed',
  about: 'Fills an empty database for measurements: the configured one, or that of --database.',
  options: {
    tenants: { value: 'NUMBER', text: `${COUNTS.tenants} without it.` },
    tickets: { value: 'NUMBER', text: `${COUNTS.tickets} without it.` },
    views: { value: 'NUMBER', text: `Views of posts; ${COUNTS.views} without it.` },
    payments: { value: 'NUMBER', text: `Also the number of statements; ${COUNTS.payments} without it.` },
    database: { value: 'ADDRESS', text: 'Address of a database, postgresql://…' },
  },
  examples: ['--tenants 1000 --tickets 50000'],
} as const

/** Throws `UsageError` if an option is invalid. */
export function parseCounts(values: Readonly<Partial<Record<keyof SeedCounts, string>>>): SeedCounts {
  const parseCount = (name: keyof SeedCounts): number => {
    const text = values[name]
    if (text === undefined) return COUNTS[name]
    if (/^[1-9]\d{0,7}$|^0$/.test(text)) return Number(text)
    throw new UsageError(`--${name} must be a whole number below 100,000,000.`)
  }
  return {
    tenants: parseCount('tenants'),
    tickets: parseCount('tickets'),
    views: parseCount('views'),
    payments: parseCount('payments'),
  }
}
