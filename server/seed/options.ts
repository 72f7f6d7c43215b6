import { parseArgs } from 'node:util'

export interface SeedCounts {
  tenants: number
  tickets: number
  /** Openings of posts. */
  views: number
  /** Payments, and as many statements. */
  payments: number
}

export const SEED_USAGE = `npm run seed -- [--tenants 1000] [--tickets 100000] [--views 100000] [--payments 20000] [--database postgresql://…]

Fills an empty database for measurements. Without --database it is the one that npm start would use:
DATABASE_URL, or the embedded database in DATA_DIR (name another folder to leave your own alone).`

const byDefault = (text: string) => ({ type: 'string', default: text }) as const
const OPTIONS = {
  tenants: byDefault('1000'),
  tickets: byDefault('100000'),
  views: byDefault('100000'),
  payments: byDefault('20000'),
  database: { type: 'string' },
} as const

/** Reads the command line. Throws an Error with a sentence for the operator. */
export function readSeedOptions(args: string[]): SeedCounts & { database?: string } {
  const { database, ...counts } = parseArgs({ args, options: OPTIONS }).values
  for (const [name, count] of Object.entries(counts))
    if (!/^[1-9]\d{0,7}$|^0$/.test(count))
      throw new Error(`--${name} must be a whole number below 100,000,000.`)
  const { tenants, tickets, views, payments } = counts
  return { tenants: +tenants, tickets: +tickets, views: +views, payments: +payments, database }
}
