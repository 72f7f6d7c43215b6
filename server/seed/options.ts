import { parseArgs } from 'node:util'

export interface SeedOptions {
  tenants: number
  tickets: number
  /** Openings of posts. */
  views: number
  /** Payments, and as many statements. */
  payments: number
  /** undefined: what the environment says, `DATABASE_URL` or the embedded database in `DATA_DIR`. */
  database: string | undefined
}

export const SEED_USAGE = `npm run seed -- [--tenants 1000] [--tickets 100000] [--views 100000] [--payments 20000] [--database postgresql://…]

Fills an empty database for measurements. Without --database it is the one that npm start would use:
DATABASE_URL, or the embedded database in DATA_DIR (name another folder to leave your own alone).`

/** Reads the command line. Throws an Error with a sentence for the operator. */
export function readSeedOptions(args: readonly string[]): SeedOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenants: { type: 'string', default: '1000' },
      tickets: { type: 'string', default: '100000' },
      views: { type: 'string', default: '100000' },
      payments: { type: 'string', default: '20000' },
      database: { type: 'string' },
    },
  })
  const tenants = count('--tenants', values.tenants, 1, 1_000_000)
  return {
    tenants,
    tickets: count('--tickets', values.tickets, 0, 20_000_000),
    views: count('--views', values.views, 0, 10_000_000),
    payments: count('--payments', values.payments, 0, 10_000_000),
    database: values.database,
  }
}

function count(option: string, text: string, from: number, to: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to))
    throw new Error(`${option} must be a whole number from ${from} to ${to}.`)
  return value
}
