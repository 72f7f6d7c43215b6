import type { AuditAction, AuditArea, AuditFields, AuditSubject } from '@tahanan/contract/audit.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { CompiledQuery } from 'kysely'
import type { DbOrTx } from '../db/client.ts'
import { prepared } from '../db/client.ts'
import { likePattern, searchPatterns } from '../db/lists/search-patterns.ts'

/** Filter of the audit log; null where it does not matter. */
export interface AuditFilter {
  readonly searchTerm: string
  readonly action: string | null
  readonly subject: string | null
  readonly subjectId: string | null
  readonly actorArea: string | null
  readonly actorId: number | null
  /** From this moment on. */
  readonly from: Date | null
  /** Before this moment. */
  readonly to: Date | null
}

export interface AuditRow {
  id: number
  at: Date
  actor_area: AuditArea
  actor_id: number | null
  actor_name: string
  action: AuditAction
  subject: AuditSubject
  subject_id: string | null
  subject_name: string | null
  before: AuditFields | null
  after: AuditFields | null
  detail: string | null
  address: string | null
}

const COLUMNS =
  'id, at, actor_area, actor_id, actor_name, action, subject, subject_id, subject_name, before, after, detail, address'
const SEARCHED = `lower(actor_name || ' ' || coalesce(subject_name, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(address, ''))`

/** The conditions of a filter as SQL, with their values; `values` may hold others already. */
function conditions(filter: AuditFilter, values: unknown[] = []): { where: string; values: unknown[] } {
  const parts: string[] = []
  const add = (condition: string, value: unknown) => {
    if (value === null) return
    values.push(value)
    parts.push(condition.replace('?', `$${values.length}`))
  }
  add('action = ?', filter.action)
  add('subject = ?', filter.subject)
  add('subject_id = ?', filter.subjectId)
  add('actor_area = ?', filter.actorArea)
  add('actor_id = ?', filter.actorId)
  add('at >= ?', filter.from)
  add('at < ?', filter.to)
  add(`${SEARCHED} like ?`, filter.searchTerm === '' ? null : likePattern(filter.searchTerm))
  return { where: parts.length > 0 ? parts.join(' and ') : 'true', values }
}

/** Newest rows among which a term of one or two letters is looked for: the index does not help there. */
const NEWEST_OF_SHORT = 100_000

/**
 * Returns a page of matches, the newest first. The list holds the newest 10,000 matches and counts no further: older ones are
 * found by naming a time. Planned for these very values, because a common word and a rare one need different plans.
 */
export async function listAudit(
  db: DbOrTx,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { where, values } = conditions(filter, [offset + 1, offset + limit])
  const short = filter.searchTerm !== '' && searchPatterns(filter.searchTerm).indexed === undefined
  const rowsLookedAt = short
    ? `(select * from audit_log order by at desc, id desc limit ${NEWEST_OF_SHORT}) newest`
    : 'audit_log'
  const { rows } = await db.executeQuery<{ total: number; ids: number[] | null }>(
    CompiledQuery.raw(
      `with found as materialized (
         select id, at from ${rowsLookedAt} where ${where} order by at desc, id desc limit ${LIMITS.searchTotal}
       )
       select count(*) as total, (array_agg(id order by at desc, id desc))[$1::int:$2::int] as ids from found`,
      values,
    ),
  )
  const { total = 0, ids } = rows[0] ?? {}
  return { rows: ids && ids.length > 0 ? await readRows(db, ids) : [], total }
}

function readRows(db: DbOrTx, ids: readonly number[]): Promise<AuditRow[]> {
  return prepared<AuditRow>(
    db,
    'audit.rows',
    `select ${COLUMNS} from audit_log where id = any($1::bigint[]) order by at desc, id desc`,
    [ids],
  )
}

const BATCH = 500

/** Yields all matches, the newest first, a batch at a time; rows written meanwhile are left out. */
export async function* eachAuditRow(db: DbOrTx, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  let after: AuditRow | undefined
  for (;;) {
    const { where, values } = conditions(filter, after ? [after.at, after.id] : [])
    const { rows } = await db.executeQuery<AuditRow>(
      CompiledQuery.raw(
        `select ${COLUMNS} from audit_log where ${where} ${after ? 'and (at, id) < ($1, $2)' : ''}
         order by at desc, id desc limit ${BATCH}`,
        values,
      ),
    )
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)
  }
}
