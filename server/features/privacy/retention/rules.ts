import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { PORTAL_ACTOR, recordEvent } from '#features/tickets/history.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { joinSqlLiterals } from '#platform/db/expressions.ts'
import { eraseFiles } from '#platform/files/clean-files.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { Person } from '@tahanan/contract/forms/fields.ts'
import type { RetentionPeriod } from '@tahanan/contract/privacy/retention-periods.ts'
import { RECORD_STATUS, STATUS } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { emptyTicketFields } from '../empty-ticket-fields.ts'
import { allowErasure, eraseRows, releaseErasedFiles } from '../erase-rows.ts'
import { eraseTenant } from '../erase-tenant.ts'

/**
 * Rows per transaction. A small number keeps locks short, and little work is lost if the process is killed.
 */
export const BATCH_SIZE = 200

export interface RetentionRule {
  readonly period: RetentionPeriod
  /** Plural noun with which the audit log names the rows, for example 'visitor passes'. */
  readonly rows: string
  readonly table: string
  /** SQL condition for rows that are older than `cutoffDate` and still contain data to remove. */
  readonly isDue: (cutoffDate: Date) => RawBuilder<boolean>
  readonly batch?: number
  /**
   * Deletes the given rows or empties their columns. The rows are locked. Returns the keys of files that the
   * caller releases in the same transaction and removes after the commit.
   */
  readonly erase: (tx: Tx, ids: readonly number[]) => Promise<readonly string[]>
}

const ALL_PERSONS: readonly Person[] = ['tenant', 'household', 'visitor', 'worker', 'staff']
const hasId = (ids: readonly number[]) => sql<boolean>`id = any(${ids}::bigint[])`

const createRowEraser =
  (table: string): RetentionRule['erase'] =>
  async (tx, ids) =>
    (await eraseRows(tx, table, hasId(ids), { people: ALL_PERSONS, label: '' })).keys

/**
 * Retention rules for ticket fields that have their own period, counted from a date of the ticket (rules
 * 26.2).
 */
const VISIT_RULES = MODULES.flatMap((module): RetentionRule[] => {
  const { keptAfter, fields, name, noun } = module
  const periods = [...new Set(Object.values(fields).flatMap(({ keptFor }) => keptFor ?? []))]
  return periods.map((period) => {
    const names = Object.keys(fields).filter((key) => fields[key]?.keptFor === period)
    const fieldConditions = names.map(
      (key) => sql`coalesce(details -> ${key}, 'null') not in ('null', '[]', '""')`,
    )
    return {
      period,
      rows: noun.many,
      table: 'tickets',
      isDue: (cutoffDate) =>
        sql<boolean>`module = ${sql.lit(name)} and details ->> ${keptAfter} < ${cutoffDate.toISOString()}
          and (${sql.join(fieldConditions, sql` or `)})`,
      erase: (tx, ids) => emptyVisitFields(tx, ids, period),
    }
  })
})

async function emptyVisitFields(
  tx: Tx,
  ids: readonly number[],
  period: RetentionPeriod,
): Promise<readonly string[]> {
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'module', 'ticket_number', 'status', 'details'])
    .where(hasId(ids))
    .execute()
  const { emptiedFields, keys } = await emptyTicketFields(tx, tickets, ({ keptFor }) => keptFor === period)
  for (const { id, status } of tickets) {
    const fields = emptiedFields.get(id)
    if (fields) await recordEvent(tx, PORTAL_ACTOR, { ticketId: id, from: status, to: status, fields })
  }
  return keys
}

async function removeTickets(tx: Tx, ids: readonly number[]): Promise<readonly string[]> {
  const ticketCondition = sql<boolean>`ticket_id = any(${ids}::bigint[])`
  const isTicketFile = sql<boolean>`(owner_kind = 'ticket' and owner_id = any(${ids}::bigint[]))
    or (owner_kind = 'message' and owner_id in (
      select m.id from messages m join threads t on t.id = m.thread_id where ${ticketCondition}))
    or (owner_kind = 'internalNote' and owner_id in (select id from internal_notes where ${ticketCondition}))`
  const files = await tx.selectFrom('files').select('key').where(isTicketFile).execute()
  await sql`update payments set reservation_id = null where reservation_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await tx.deleteFrom('tickets').where(hasId(ids)).execute()
  return files.map(({ key }) => key)
}

const CLOSED_STATUSES = joinSqlLiterals(STATUS.deleted, STATUS.completed, STATUS.cancelled, STATUS.rejected)

export const RETENTION_RULES: readonly RetentionRule[] = [
  ...VISIT_RULES,
  {
    period: 'gateLog',
    rows: 'entries at the gate',
    table: 'gate_events',
    isDue: (cutoffDate) => sql<boolean>`at < ${cutoffDate}
      and (name <> '' or note <> '' or plate <> '' or workers <> '{}')`,
    erase: createRowEraser('gate_events'),
  },
  {
    period: 'gateLog',
    rows: 'visitors without a pass',
    table: 'walk_ins',
    isDue: (cutoffDate) => sql<boolean>`created_at < ${cutoffDate}
      and (name <> '' or purpose <> '' or plate <> '' or unit <> '' or office_yes <> '')`,
    erase: createRowEraser('walk_ins'),
  },
  {
    period: 'deliveries',
    rows: 'mails and push messages',
    table: 'deliveries',
    isDue: (cutoffDate) =>
      sql<boolean>`at < ${cutoffDate} and state in ('sent', 'failed', 'unclear', 'dropped')`,
    erase: createRowEraser('deliveries'),
  },
  {
    period: 'loginAddresses',
    rows: 'entries of the audit log',
    table: 'audit_log',
    isDue: (cutoffDate) => sql<boolean>`at < ${cutoffDate} and address is not null`,
    erase: async (tx, ids) => {
      await allowErasure(tx)
      await tx.updateTable('audit_log').set({ address: null }).where(hasId(ids)).execute()
      return []
    },
  },
  {
    period: 'closedTickets',
    rows: 'service tickets',
    table: 'tickets',
    isDue: (cutoffDate) => sql<boolean>`updated_at < ${cutoffDate} and status in (${CLOSED_STATUSES})`,
    erase: removeTickets,
  },
  {
    period: 'closedTickets',
    rows: 'privacy requests',
    table: 'privacy_requests',
    isDue: (cutoffDate) => sql<boolean>`answered_at < ${cutoffDate}`,
    erase: async (tx, ids) => {
      await tx.deleteFrom('privacy_requests').where(hasId(ids)).execute()
      return []
    },
  },
  {
    period: 'closedAccounts',
    rows: 'accounts',
    table: 'tenants',
    batch: 1,
    isDue: (
      cutoffDate,
    ) => sql<boolean>`updated_at < ${cutoffDate} and status = ${sql.lit(RECORD_STATUS.deleted)}
      and uoccname !~ '^Erased tenant [0-9]+$'
      and not exists (select from erasure_holds where tenant_id = tenants.id)`,
    erase: async (tx, ids) => {
      const keys: string[] = []
      for (const id of ids) keys.push(...(await eraseTenant(tx, id)).keys)
      return keys
    },
  },
]

const DAY = 86_400_000
const subtractDays = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)

export async function countExpiredRows(
  db: DbOrTx,
  rule: RetentionRule,
  days: number,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(rule.table)} where ${rule.isDue(subtractDays(now, days))}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/**
 * Deletes or empties the rows whose period has ended, in batches, and returns their number. The next run
 * handles rows that others have locked, and the rows that remain if the process stops. A batch that fails is
 * logged and left to the next run too, so that one account cannot stop the erasure of all later ones. Files
 * are removed after the commit. If the process crashes in between, the cleaner job removes them a day later.
 */
export async function applyRule(
  { db, files, log, isStopping }: Pick<PlatformContext, 'db' | 'files' | 'log' | 'isStopping'>,
  rule: RetentionRule,
  days: number,
  now = new Date(),
): Promise<number> {
  let erasedCount = 0
  const { batch = BATCH_SIZE } = rule
  for (let lastId = 0; ;) {
    const [from, startedAt] = [lastId, performance.now()]
    let ids: number[] = []
    try {
      const keys = await db.transaction().execute(async (tx) => {
        // Each batch starts after the last id of the previous one. Otherwise the query would read the emptied
        // rows again.
        const { rows } = await sql<{ id: number }>`
          select id from ${sql.table(rule.table)} where id > ${from} and ${rule.isDue(subtractDays(now, days))}
          order by id limit ${batch} for no key update skip locked`.execute(tx)
        ids = rows.map(({ id }) => id)
        if (ids.length === 0) return []
        const erasedKeys = await rule.erase(tx, ids)
        await releaseErasedFiles(tx, erasedKeys)
        return erasedKeys
      })
      erasedCount += ids.length
      await eraseFiles(db, files, keys)
    } catch (error) {
      if (ids.length === 0) throw error
      log.error(
        { err: error, period: rule.period, ids },
        'personal data could not be removed after its period',
      )
    }
    lastId = ids.at(-1) ?? lastId
    if (ids.length < batch || isStopping()) return erasedCount
    // Sleeps as long as the batch took. So this job loads the database at most half of the time, and other
    // queries stay fast.
    await sleep(performance.now() - startedAt)
  }
}
