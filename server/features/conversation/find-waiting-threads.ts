import { sql } from 'kysely'
import { mayChange, getViewableModules } from '#features/tickets/policy.ts'
import { hasPermission, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { toExcerpt } from './notify-message.ts'
import { toSubject } from './repository.ts'

/** `abouts`: kinds of records (values of `threads.about`) about which the administrator may write answers. */
type AboutsParameter = Placeholders<{ abouts: readonly string[] }>

interface WaitingRow {
  tenant_id: number
  ticket_id: number | null
  payment_id: number | null
  about: string
  number: string | null
  client_code: string
  uoccname: string
  text: string
  files: FileRef[]
  last_at: Date
}

const OLDEST_FIRST_PAGE = sql`order by last_at, id limit ${sql.lit(LIMITS.pageSize)}`

/**
 * Lists the conversations that have waited longest for an answer. With the lateral join PostgreSQL reads only
 * the first index entries of each kind of record.
 */
const queryOldestThreads = prepareQuery(
  (_, { abouts }: AboutsParameter) => sql<WaitingRow>`
    select w.tenant_id, w.ticket_id, w.payment_id, w.about, w.last_at, n.client_code, n.uoccname,
      coalesce(k.ticket_number, p.reference_number) as number, m.text, m.files
    from (select t.* from unnest(${abouts}::text[]) as a (about)
        cross join lateral (select * from threads where about = a.about and waits ${OLDEST_FIRST_PAGE}) as t
      ${OLDEST_FIRST_PAGE}) as w
      join tenants n on n.id = w.tenant_id
      join messages m on m.id = w.last_message_id
      left join tickets k on k.id = w.ticket_id
      left join payments p on p.id = w.payment_id
    order by w.last_at, w.id`,
)

const countWaitingThreads = prepareQuery(
  (_, { abouts }: AboutsParameter) => sql<{ total: number }>`
    select count(*) as total from (
      select from threads where about = any(${abouts}::text[]) and waits limit ${sql.lit(LIMITS.searchTotal)}) as counted`,
)

/**
 * Lists conversations in which a resident waits for an answer and which this administrator may answer, oldest
 * first (rules 23.7).
 */
export async function findWaitingThreads(db: DbOrTx, actor: AdminActor) {
  const modules = getViewableModules(actor).filter((module) => mayChange(actor, module))
  const mayAnswer = (page: 'payments' | 'tenants') =>
    hasPermission(actor, page, 'view') && hasPermission(actor, page, 'edit')
  const answerableSubjects = [
    ...modules.map(({ name }) => name),
    ...(mayAnswer('payments') ? ['payment'] : []),
    ...(mayAnswer('tenants') ? ['tenant'] : []),
  ]
  const [rows, [countRow]] = await Promise.all([
    queryOldestThreads(db, { abouts: answerableSubjects }),
    countWaitingThreads(db, { abouts: answerableSubjects }),
  ])
  const waitingThreads = rows.map((row) => ({
    ...toSubject(row),
    number: row.number,
    list: MODULES.find(({ name }) => name === row.about)?.path.many ?? null,
    tenant: { clientCode: row.client_code, uoccname: row.uoccname },
    excerpt: toExcerpt(row),
    last_at: row.last_at,
  }))
  return { threads: waitingThreads, total: countRow?.total ?? 0 }
}
