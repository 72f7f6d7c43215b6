import { sql } from 'kysely'
import { escapeLiteral, type ClientBase } from 'pg'
import { listReferences } from '#features/reset/drop-foreign-keys.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { mapRecordKinds } from '@tahanan/contract/records/index.ts'
import { DEMO_AGE } from '../demo-clock.ts'
import { DEMO_ADMINISTRATORS, DEMO_RESIDENTS, DEMO_SUPER_ADMIN } from '../people.ts'

const joinLiterals = (values: readonly string[]): string =>
  values.map((value) => escapeLiteral(value)).join(', ')
const OCCUPANTS = DEMO_RESIDENTS.map(({ unit, name }) => `(${joinLiterals([unit, name])})`)

/**
 * SQL conditions that select the accounts of the demo. They compare the e-mail address or the occupant's
 * name: if a user changed it, the account now belongs to a real user and is not selected.
 */
const DEMO_ACCOUNTS = {
  super_admins: `lower(email) = ${escapeLiteral(DEMO_SUPER_ADMIN.email)}`,
  admins: `lower(email) in (${joinLiterals(DEMO_ADMINISTRATORS.map(({ email }) => email))})`,
  tenants: `(client_code, uoccname) in (${OCCUPANTS.join(', ')})`,
} as const

/**
 * Tables with records of the demo, each with a noun for messages and the column that names a record. Records
 * that are newer than the loading of the demo do not belong to it.
 */
const DEMO_RECORDS = {
  tickets: ['service tickets', 'ticket_number'],
  payments: ['payments', 'reference_number'],
  statements: ['statements', 'title'],
  statement_imports: ['statement imports', 'soa_file_name'],
  bank_accounts: ['bank accounts', 'bank'],
  posts: ['posts', 'title'],
  comments: ['comments', 'comment'],
  ...mapRecordKinds(
    ({ table }) => table,
    ({ noun, titleField }) => [noun.many, titleField] as const,
  ),
  policies: ['house rules', 'title'],
  feedbacks: ['feedbacks', 'message'],
  privacy_requests: ['privacy requests', 'kind'],
  notifications: ['notifications', 'title'],
  prepared_answers: ['prepared answers', 'title'],
} as const

const TABLE_LABELS: Readonly<Record<string, readonly [many: string, name: string]>> = {
  super_admins: ['super-administrators', 'email'],
  admins: ['administrators', 'email'],
  tenants: ['tenants', 'client_code'],
  ...DEMO_RECORDS,
}

export interface DemoSelection {
  readonly conditions: Readonly<Record<string, string>>
  readonly counts: readonly string[]
  /**
   * Records of real users that reference the demo, described as '2 service tickets (GP-2026-000131, …) of its
   * tenants'. The demo cannot be removed while they exist.
   */
  readonly blockers: readonly string[]
}

export async function hasDemo(db: DbOrTx): Promise<boolean> {
  const { super_admins: superAdmins, admins, tenants } = DEMO_ACCOUNTS
  const { rows } = await sql<{ held: boolean }>`select (
    exists (select from super_admins where ${sql.raw(superAdmins)})
    or exists (select from admins where status <> ${DELETED_STATUS} and ${sql.raw(admins)})
    or exists (select from tenants where status <> ${DELETED_STATUS} and ${sql.raw(tenants)})) as held`.execute(
    db,
  )
  return rows[0]?.held === true
}

export async function findDemo(client: ClientBase): Promise<DemoSelection | null> {
  const loadedAt = await findLoadingTime(client)
  if (!loadedAt) return null
  const beforeCondition = `created_at <= '${loadedAt.toISOString()}'`
  const conditions: Record<string, string> = {}
  for (const [table, account] of Object.entries(DEMO_ACCOUNTS))
    conditions[table] = `${beforeCondition} and ${account}`
  for (const table of Object.keys(DEMO_RECORDS)) conditions[table] = beforeCondition

  const countQueries: string[] = []
  for (const [table, condition] of Object.entries(conditions)) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${condition}`,
    )
    if (rows[0]?.n) countQueries.push(formatCount(rows[0].n, table))
  }
  return { conditions, counts: countQueries, blockers: await findBlockers(client, conditions) }
}

/**
 * Returns when the demo was loaded: `DEMO_AGE` after the creation time of its accounts. Newer rows were
 * created by users.
 */
async function findLoadingTime(client: ClientBase): Promise<Date | null> {
  const accountQueries = Object.entries(DEMO_ACCOUNTS).map(
    ([table, condition]) => `select created_at from ${table} where ${condition}`,
  )
  const { rows } = await client.query<{ at: Date | null }>(
    `select min(at) as at from (
       select created_at + make_interval(secs => ${DEMO_AGE / 1000}) as at
       from (${accountQueries.join(' union all ')}) as accounts
     ) as times where at <= clock_timestamp()`,
  )
  return rows[0]?.at ?? null
}

async function findBlockers(
  client: ClientBase,
  conditions: Readonly<Record<string, string>>,
): Promise<string[]> {
  const foundBlockers: string[] = []
  const findReferences = async (table: string, parent: string, referenceCondition: string): Promise<void> => {
    const { rows } = await client.query<{ n: number; names: string[] }>(
      `select count(*)::int as n,
         (array_agg(left(c.${TABLE_LABELS[table]?.[1] ?? 'id'}, 40) order by c.id))[1:3] as names
       from ${table} c
       where c.id not in (select id from ${table} where ${conditions[table] ?? 'false'}) and ${referenceCondition}`,
    )
    const { n = 0, names = [] } = rows[0] ?? {}
    if (n > 0)
      foundBlockers.push(
        `${formatCount(n, table)} (${names.join(', ')}${n > names.length ? ', …' : ''}) of its ${getPlural(parent)}`,
      )
  }
  for (const { child, column, parent } of await listReferences(client)) {
    // Notifications do not block the removal, because they are deleted together with the account they are
    // for.
    if (!conditions[child] || !conditions[parent] || child === 'notifications') continue
    await findReferences(
      child,
      parent,
      `c.${column} in (select id from ${parent} where ${conditions[parent]})`,
    )
  }
  // Reservations are checked separately. They store the id of their amenity in JSON, so no foreign key shows
  // it.
  await findReferences(
    'tickets',
    'amenities',
    `c.module = 'reservation'
     and c.details ->> 'amenityId' in (select id::text from amenities where ${conditions['amenities']})`,
  )
  return foundBlockers
}

const formatCount = (n: number, table: string): string =>
  n === 1
    ? `1 ${getPlural(table).replace(/ies$/, 'y').replace(/s$/, '')}`
    : `${n.toLocaleString('en')} ${getPlural(table)}`
const getPlural = (table: string): string => TABLE_LABELS[table]?.[0] ?? table
