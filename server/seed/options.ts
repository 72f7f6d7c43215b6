import { parseArgs } from 'node:util'

export interface SeedCounts {
  tenants: number
  tickets: number
  /** Views of posts. */
  views: number
  /** Also the number of statements. */
  payments: number
}

export const SEED_USAGE = `npm run seed -- [--tenants 1000] [--tickets 100000] [--views 100000] [--payments 20000]
                [--database postgresql://…]

Fills an empty database for measurements: --database, else DATABASE_URL, else the embedded database in DATA_DIR.`

const option = (text: string) => ({ type: 'string', default: text }) as const
const OPTIONS = {
  tenants: option('1000'),
  tickets: option('100000'),
  views: option('100000'),
  payments: option('20000'),
  database: { type: 'string' },
} as const

/** Parses the command line; throws errors with a message for the operator. */
export function readSeedOptions(args: string[]): SeedCounts & { database?: string } {
  const { database, ...counts } = parseArgs({ args, options: OPTIONS }).values
  for (const [name, count] of Object.entries(counts))
    if (!/^[1-9]\d{0,7}$|^0$/.test(count))
      throw new Error(`--${name} must be a whole number below 100,000,000.`)
  const { tenants, tickets, views, payments } = counts
  return { tenants: +tenants, tickets: +tickets, views: +views, payments: +payments, database }
}
