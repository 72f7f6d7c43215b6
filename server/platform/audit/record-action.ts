import { sql } from 'kysely'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import type { AuditAction, AuditSubject } from '@tahanan/contract/audit.ts'
import { getAuditActor } from '../run-as-audit-actor.ts'

/**
 * Actor of an audit entry. `nobody` is a caller without login; `system` is the portal itself or a command.
 */
export interface RecordedActor {
  readonly area: 'admin' | 'super-admin' | 'client' | 'nobody' | 'system'
  readonly id: number | null
  readonly name: string
  readonly address: string | null
}

export interface RecordedAction {
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly subjectId?: string | number | null
  readonly subjectName?: string | null
  readonly detail?: string | null
  /** Figures to store in the entry, such as numbers of rows by table. Must never contain a secret. */
  readonly after?: Readonly<Record<string, unknown>> | null
  /** Account that did the action. Default: the actor of the present call, or `system` outside a call. */
  readonly actor?: RecordedActor
}

const SYSTEM_ACTOR: RecordedActor = { area: 'system', id: null, name: 'System', address: null }

/** Writes an audit entry. If the action runs in a transaction, pass this transaction as `db`. */
export async function recordAction(db: DbOrTx, entry: RecordedAction): Promise<void> {
  await db.insertInto('audit_log').values(toAuditColumns(entry)).execute()
}

export const recordChange = (
  db: DbOrTx,
  subject: AuditSubject,
  { id, name, detail }: { id: number; name: string; detail: string },
): Promise<void> => recordAction(db, { action: 'change', subject, subjectId: id, subjectName: name, detail })

/**
 * Maximum number of audit rows in an hour: for the same refusal of one caller (`same`), for all refusals of
 * one caller (`caller`), and for all callers together (`all`).
 */
export const MAX_ROWS_PER_HOUR = { same: 3, caller: 60, all: 2000 } as const

interface RepeatedAction {
  area: string
  id: number | null
  address: string | null
  action: AuditAction
  subject: AuditSubject
  subjectId: string | null
  detail: string
}

// The limits are counted in the audit log itself, so that they hold for all processes together.
const countRecentRows = prepareQuery((db, row: Placeholders<RepeatedAction>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_log')
        .select(['subject', 'subject_id', 'detail'])
        .select(
          sql<boolean>`actor_area = ${row.area} and actor_id is not distinct from ${row.id}
            and (${row.id}::bigint is not null or address is not distinct from ${row.address})`.as('caller'),
        )
        .where('action', '=', row.action)
        .where('at', '>', secondsAgo(3600))
        .orderBy('at', 'desc')
        .limit(MAX_ROWS_PER_HOUR.all)
        .as('newest'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('caller', '=', true).as('caller'),
      eb.fn
        .countAll<number>()
        .filterWhere('caller', '=', true)
        .filterWhere('subject', '=', row.subject)
        .filterWhere('subject_id', 'is not distinct from', row.subjectId)
        .filterWhere(sql<boolean>`starts_with(coalesce(detail, ''), ${row.detail})`)
        .as('same'),
    ]),
)

/**
 * Writes an audit entry for a refusal or failed login. Anyone can repeat these without permission, so
 * `MAX_ROWS_PER_HOUR` limits the rows. The last allowed row says that no later ones are written.
 */
export async function recordRateLimitedAction(db: DbOrTx, entry: RecordedAction): Promise<void> {
  const row = toAuditColumns(entry)
  const { actor_area: area, actor_id: id, address, action, subject, subject_id: subjectId } = row
  const detail = row.detail ?? ''
  const [recentCounts] = await countRecentRows(db, { area, id, address, action, subject, subjectId, detail })
  const remainingRows = Math.min(
    ...LIMIT_KINDS.map((kind) => MAX_ROWS_PER_HOUR[kind] - (recentCounts?.[kind] ?? 0)),
  )
  if (remainingRows <= 0) return
  const limitNote = remainingRows === 1 ? ' (What follows within the hour is not written down.)' : ''
  await db
    .insertInto('audit_log')
    .values({ ...row, detail: detail + limitNote })
    .execute()
}
const LIMIT_KINDS = ['same', 'caller', 'all'] as const

export interface ViewedRows {
  readonly subject: AuditSubject
  /** Viewed records. The id is null for an export of many records. */
  readonly records: readonly { readonly id: number | null; readonly name: string }[]
  readonly detail?: string
}

/**
 * Writes audit entries for viewed records: at most one in an hour for the same viewer, record and `detail`.
 */
export async function recordViewedRows(db: Db, actor: RecordedActor, viewedRows: ViewedRows): Promise<void> {
  const { subject, records, detail } = viewedRows
  const row = toAuditColumns({ action: 'viewed', subject, detail, actor })
  const ids = records.map(({ id }) => (id === null ? null : String(id)))
  const names = records.map(({ name }) => name.slice(0, 200))
  const viewedRecords = sql<{ id: string | null; name: string }>`unnest(${ids}::text[], ${names}::text[])`
  await db.transaction().execute(async (tx) => {
    // With the lock, the second of two simultaneous calls sees the rows that the first one wrote.
    await sql`select pg_advisory_xact_lock(hashtext(${`viewed ${actor.area} ${actor.id}`}))`.execute(tx)
    await tx
      .insertInto('audit_log')
      .columns([
        ...(['actor_area', 'actor_id', 'actor_name', 'address'] as const),
        ...(['action', 'subject', 'subject_id', 'subject_name', 'detail'] as const),
      ])
      .expression((eb) =>
        eb
          .selectFrom(viewedRecords.as<'v'>(sql`v(id, name)`))
          .select([
            sql`${row.actor_area}::text`.as('area'),
            sql`${row.actor_id}::bigint`.as('actor'),
            sql`${row.actor_name}::text`.as('by'),
            sql`${row.address}::text`.as('address'),
            sql`${row.action}::text`.as('action'),
            sql`${row.subject}::text`.as('subject'),
            'v.id',
            'v.name',
            sql`${row.detail}::text`.as('detail'),
          ])
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('audit_log as a')
                  .select('a.id')
                  .where('a.at', '>', secondsAgo(3600))
                  .where('a.actor_area', '=', row.actor_area)
                  .where('a.actor_id', '=', row.actor_id)
                  .where('a.action', '=', row.action)
                  .where('a.subject', '=', row.subject)
                  .whereRef('a.subject_id', 'is not distinct from', 'v.id')
                  // Records without an id are told apart by their names.
                  .where(sql<boolean>`(v.id is not null or a.subject_name is not distinct from v.name)`)
                  .where('a.detail', 'is not distinct from', row.detail),
              ),
            ),
          ),
      )
      .execute()
  })
}

function toAuditColumns({ action, subject, ...entry }: RecordedAction) {
  const actor: RecordedActor = entry.actor ?? getAuditActor() ?? SYSTEM_ACTOR
  return {
    actor_area: actor.area,
    actor_id: actor.id,
    actor_name: actor.name,
    address: actor.address,
    action,
    subject,
    subject_id: entry.subjectId === undefined || entry.subjectId === null ? null : String(entry.subjectId),
    subject_name: entry.subjectName?.slice(0, 200) ?? null,
    detail: entry.detail?.slice(0, 500) ?? null,
    after: entry.after ? JSON.stringify(entry.after) : null,
  }
}
