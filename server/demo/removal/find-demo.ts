import { sql } from 'kysely'
import { escapeLiteral, type ClientBase } from 'pg'
import { listReferences } from '#features/reset/references.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { byKind } from '@tahanan/contract/records/index.ts'
import { DEMO_AGE } from '../moments.ts'
import { DEMO_ADMINISTRATORS, DEMO_RESIDENTS, DEMO_SUPER_ADMIN } from '../people.ts'

const list = (values: readonly string[]): string => values.map((value) => escapeLiteral(value)).join(', ')

/**
 * Which accounts are the demo's by who they are. One that was given another e-mail address, or a unit that was given another
 * occupant, has become somebody's own.
 */
const DEMO_ACCOUNTS = {
  super_admins: `lower(email) = ${escapeLiteral(DEMO_SUPER_ADMIN.email)}`,
  admins: `lower(email) in (${list(DEMO_ADMINISTRATORS.map(({ email }) => email))})`,
  tenants: `(client_code, uoccname) in (${DEMO_RESIDENTS.map((resident) => `(${list([resident.unit, resident.name])})`).join(', ')})`,
} as const

/** Words for the records that the demo's loader makes, all dated before its own moment, and what tells one from another. */
const DEMO_RECORDS = {
  tickets: ['service tickets', 'ticket_number'],
  payments: ['payments', 'reference_number'],
  statements: ['statements', 'title'],
  statement_imports: ['statement imports', 'soa_file_name'],
  bank_accounts: ['bank accounts', 'bank'],
  posts: ['posts', 'title'],
  comments: ['comments', 'comment'],
  ...byKind(
    ({ table }) => table,
    ({ noun, titleField }) => [noun.many, titleField] as const,
  ),
  policies: ['house rules', 'title'],
  feedbacks: ['feedbacks', 'message'],
  notifications: ['notifications', 'title'],
} as const

const WORDS: Readonly<Record<string, readonly [many: string, name: string]>> = {
  super_admins: ['super-administrators', 'email'],
  admins: ['administrators', 'email'],
  tenants: ['tenants', 'client_code'],
  ...DEMO_RECORDS,
}

export interface FoundDemo {
  /** Conditions by table: they find the rows that the demo's loader made. */
  readonly made: Readonly<Record<string, string>>
  /** '60 tenants', '400 service tickets': what goes. */
  readonly goes: readonly string[]
  /** '2 service tickets (GP-2026-000131, …) name its tenants': what people made that cannot be without it. */
  readonly inTheWay: readonly string[]
}

/** Returns whether an account of the demo community is there with which somebody could log in. */
export async function holdsDemo(db: DbOrTx): Promise<boolean> {
  const { super_admins: supers, admins, tenants } = DEMO_ACCOUNTS
  const { rows } = await sql<{ held: boolean }>`select (
    exists (select from super_admins where ${sql.raw(supers)})
    or exists (select from admins where status <> ${DELETED} and ${sql.raw(admins)})
    or exists (select from tenants where status <> ${DELETED} and ${sql.raw(tenants)})) as held`.execute(db)
  return rows[0]?.held === true
}

/** Returns what the demo's loader made and what people made that hangs on it; null where there is no demo community. */
export async function findDemo(client: ClientBase): Promise<FoundDemo | null> {
  const loadedAt = await loadedMoment(client)
  if (!loadedAt) return null
  const before = `created_at <= '${loadedAt.toISOString()}'`
  const made: Record<string, string> = {}
  for (const [table, condition] of Object.entries(DEMO_ACCOUNTS)) made[table] = `${before} and ${condition}`
  for (const table of Object.keys(DEMO_RECORDS)) made[table] = before

  const goes: string[] = []
  for (const [table, condition] of Object.entries(made)) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${condition}`,
    )
    if (rows[0]?.n) goes.push(many(rows[0].n, table))
  }
  return { made, goes, inTheWay: await findInTheWay(client, made) }
}

/** The loader dates its accounts back by `DEMO_AGE`. Everything it makes is dated before this moment, everything people make after. */
async function loadedMoment(client: ClientBase): Promise<Date | null> {
  const accounts = Object.entries(DEMO_ACCOUNTS).map(
    ([table, condition]) => `select created_at from ${table} where ${condition}`,
  )
  const { rows } = await client.query<{ at: Date | null }>(
    `select min(at) as at from (
       select created_at + make_interval(secs => ${DEMO_AGE / 1000}) as at from (${accounts.join(' union all ')}) as accounts
     ) as moments where at <= clock_timestamp()`,
  )
  return rows[0]?.at ?? null
}

async function findInTheWay(client: ClientBase, made: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = []
  const look = async (table: string, parent: string, hangs: string): Promise<void> => {
    const { rows } = await client.query<{ n: number; names: string[] }>(
      `select count(*)::int as n, (array_agg(left(c.${WORDS[table]?.[1] ?? 'id'}, 40) order by c.id))[1:3] as names
       from ${table} c where c.id not in (select id from ${table} where ${made[table] ?? 'false'}) and ${hangs}`,
    )
    const { n = 0, names = [] } = rows[0] ?? {}
    if (n > 0)
      found.push(
        `${many(n, table)} (${names.join(', ')}${n > names.length ? ', …' : ''}) of its ${wordFor(parent)}`,
      )
  }
  for (const { child, column, parent } of await listReferences(client)) {
    // Notifications go with their reader.
    if (!made[child] || !made[parent] || child === 'notifications') continue
    await look(child, parent, `c.${column} in (select id from ${parent} where ${made[parent]})`)
  }
  // A reservation names its amenity without a foreign key.
  await look(
    'tickets',
    'amenities',
    `c.module = 'reservation' and c.details ->> 'amenityId' in (select id::text from amenities where ${made['amenities']})`,
  )
  return found
}

const many = (n: number, table: string): string =>
  n === 1
    ? `1 ${wordFor(table).replace(/ies$/, 'y').replace(/s$/, '')}`
    : `${n.toLocaleString('en')} ${wordFor(table)}`
const wordFor = (table: string): string => WORDS[table]?.[0] ?? table
