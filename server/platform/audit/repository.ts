import { sql, type Selectable } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { AuditLog } from '#platform/db/generated.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { listLatest } from '#platform/db/lists/list-latest.ts'
import { toSearchPatterns } from '#platform/db/lists/search-patterns.ts'

/** Filter of the audit log. Null fields do not restrict the result. */
export interface AuditFilter {
  readonly searchTerm: string
  readonly action: string | null
  readonly subject: string | null
  readonly subjectId: string | null
  readonly actorArea: string | null
  readonly actorId: number | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
}

export type AuditRow = Selectable<AuditLog>

// Must be identical to the expression of the trigram index, otherwise the index is not used.
const SEARCHED_TEXT = sql<string>`folded(actor_name || ' ' || coalesce(subject_name, '')
  || ' ' || coalesce(detail, '') || ' ' || coalesce(address, ''))`

/**
 * The trigram index needs three letters. So a search term of one or two letters is searched only in this many
 * latest rows.
 */
const SHORT_TERM_ROW_COUNT = 100_000

function selectAudit(db: DbOrTx, filter: AuditFilter) {
  const { action, subject, subjectId, actorArea, actorId, from, to, searchTerm } = filter
  return db
    .selectFrom('audit_log')
    .$if(action !== null, (query) => query.where(sql.ref('action'), '=', action))
    .$if(subject !== null, (query) => query.where(sql.ref('subject'), '=', subject))
    .$if(subjectId !== null, (query) => query.where('subject_id', '=', subjectId))
    .$if(actorArea !== null, (query) => query.where(sql.ref('actor_area'), '=', actorArea))
    .$if(actorId !== null, (query) => query.where('actor_id', '=', actorId))
    .$if(from !== null, (query) => query.where('at', '>=', from))
    .$if(to !== null, (query) => query.where('at', '<', to))
    .$if(searchTerm !== '', (query) =>
      query.where(buildWordsCondition(SEARCHED_TEXT, searchTerm, { isIndexed: true })),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
}

export const findLastChange = (db: DbOrTx, subject: AuditRow['subject'], subjectId: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor_area', 'actor_id', 'actor_name'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Lists audit entries, at most the latest 10,000 matches. To see older ones, the user must filter by time.
 */
export function listAudit(
  db: DbOrTx,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const isShortTerm = filter.searchTerm !== '' && toSearchPatterns(filter.searchTerm).indexed === undefined
  const oldestTimeQuery = db
    .selectFrom('audit_log')
    .select('at')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(SHORT_TERM_ROW_COUNT - 1)
    .limit(1)
  const latestRowsQuery = selectAudit(db, filter)
    .select(['id', 'at'])
    .$if(isShortTerm, (rows) => rows.where('at', '>=', sql<Date>`coalesce(${oldestTimeQuery}, '-infinity')`))
  return listLatest(db, latestRowsQuery, page, (ids) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
}

const BATCH_SIZE = 500

/** Yields audit entries in batches, newest first. Entries added after the first batch are not included. */
export async function* streamAuditRows(db: DbOrTx, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  let previousRow: AuditRow | undefined
  for (;;) {
    const rows: AuditRow[] = await selectAudit(db, filter)
      .selectAll()
      .$if(previousRow !== undefined, (query) =>
        query.where(sql<boolean>`(at, id) < (${previousRow?.at}::timestamptz, ${previousRow?.id}::bigint)`),
      )
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    previousRow = rows.at(-1)
  }
}
