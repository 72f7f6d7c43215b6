import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ClientBase } from 'pg'
import { tryRestoreLock } from '#platform/backup/locks.ts'
import { applyMigrations, recordMigrations } from '#platform/backup/rebuild-schema.ts'
import { kyselyOn } from '#platform/db/connect.ts'
import { appliedMigrations, isEarlier, recordOldestVersion } from '#platform/db/migrate.ts'
import { BASELINE, migrations } from '#platform/db/migrations/index.ts'
import { readCatalog } from '#platform/db/read-catalog.ts'
import { type Counts, countRows } from './count-rows.ts'

/** Last migration of the oldest version that can be upgraded. */
const OLDEST = '0036_first_imports_beside_0029'
/** Names of the migrations after it, then `1.0.0`. */
const STEPS = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => basename(file, '.sql'))
/** Tables that the steps drop. */
const DROPPED = ['ticket_block_changes', 'ticket_blocks']

/**
 * Upgrades a database with the last migration 0036 … 0043 to the baseline, in one transaction, while no
 * portal runs. Throws for other databases, and if the schema would differ from the baseline, or counts or
 * sums would change.
 */
export async function upgradeToOne(client: ClientBase, print: (what: string) => void): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '10s'`)
    if (!(await tryRestoreLock(client)))
      throw new Error('A restore or an upgrade of this database is running.')
    const applied = await appliedMigrations(kyselyOn(client))
    requireUpgradable(applied)
    print('counting rows and amounts')
    const before = await countRows(client)
    for (const step of STEPS.filter((name) => !applied.includes(name))) {
      print(step)
      await client.query(readFileSync(join(import.meta.dirname, `${step}.sql`), 'utf8'))
    }
    print('comparing the schema')
    await requireBaseline(client)
    print('counting rows and amounts again')
    requireSame(before, await countRows(client), print)
    await recordMigrations(client, [BASELINE])
    await recordOldestVersion(kyselyOn(client), BASELINE)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function requireUpgradable(applied: readonly string[]): void {
  if (applied.length === 0) throw new Error('There is nothing to upgrade: this database holds no portal.')
  if (!isEarlier(applied))
    throw new Error('The database is of version 1.0.0 or later already. Start the portal.')
  const unknown = applied.filter((name) => name > OLDEST && !STEPS.includes(name))
  if (unknown.length > 0)
    throw new Error(`The database holds ${unknown.join(', ')}, which no version before 1.0.0 made.`)
  if (!applied.includes(OLDEST))
    throw new Error(
      'The database is of a version that is too old. Start the last version before 1.0.0 once, stop it, ' +
        'and run this again.',
    )
}

/** Requires the schema of the baseline, made in a scratch schema and rolled back; copies its comments. */
async function requireBaseline(client: ClientBase): Promise<void> {
  const catalog = await readCatalog(client)
  const { rows } = await client.query<{ home: string }>('select quote_ident(current_schema()) as home')
  const home = rows[0]?.home ?? ''
  await client.query(
    `savepoint baseline; create schema tahanan_baseline; set local search_path = tahanan_baseline, ${home}`,
  )
  await applyMigrations(client, migrations, [BASELINE])
  const baseline = await readCatalog(client)
  const { rows: comments } = await client.query<{ statement: string }>(COMMENTS, [home])
  await client.query('rollback to savepoint baseline')
  const differ = [
    ...baseline.filter((line) => !catalog.includes(line)).map((line) => `missing: ${line}`),
    ...catalog.filter((line) => !baseline.includes(line)).map((line) => `foreign: ${line}`),
  ]
  if (differ.length > 0)
    throw new Error(`The schema was changed by hand; nothing was upgraded.\n${differ.join('\n')}`)
  for (const { statement } of comments) await client.query(statement)
}

/** Selects statements that copy the current schema's comments to the portal's tables and columns. */
const COMMENTS = `
  select format('comment on %s is %L', case when objsubid = 0 then format('table %I', relname)
    else format('column %I.%I', relname, attname) end, description) as statement
  from pg_description join pg_class c on c.oid = objoid and classoid = 'pg_class'::regclass
    left join pg_attribute on attrelid = objoid and attnum = objsubid
  where relnamespace = current_schema()::regnamespace
    and pg_has_role((select relowner from pg_class
      where oid = to_regclass($1 || '.' || quote_ident(c.relname))), 'usage')`

/** Prints the counts of each table; throws if one changed. */
function requireSame(
  before: ReadonlyMap<string, Counts>,
  after: ReadonlyMap<string, Counts>,
  print: (what: string) => void,
): void {
  const changed: string[] = []
  for (const [table, now] of after) {
    const { rows = '0', ...sums } = before.get(table) ?? {}
    const each = Object.entries({ rows, ...sums }).map(([name, was]) => `${name} ${was} → ${now[name]}`)
    print(`${table}: ${each.join(', ')}`)
    if (Object.entries(sums).some(([name, was]) => was !== now[name]) || rows !== now['rows'])
      changed.push(table)
  }
  const lost = [...before.keys()].filter((table) => !after.has(table) && !DROPPED.includes(table))
  if (changed.length + lost.length > 0)
    throw new Error(
      `Rows or amounts of ${[...changed, ...lost].join(', ')} would change; nothing was upgraded.`,
    )
}
