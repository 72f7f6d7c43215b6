import { sql } from 'kysely'
import { mayChange, viewedModules } from '#features/tickets/policy.ts'
import { can, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { excerptOf } from './notices.ts'
import { subjectOf } from './repository.ts'

/** Records whose conversations the reader may answer. */
type Answerable = Placeholders<{ modules: readonly string[]; payments: boolean; tenants: boolean }>

/** Threads that wait for an answer to the present tenant of a record that is not deleted. */
const waiting = ({ modules, payments, tenants }: Answerable) =>
  sql`from threads t
      join tenants n on n.id = t.tenant_id and n.status <> ${DELETED}
      left join tickets k on k.id = t.ticket_id
      left join payments p on p.id = t.payment_id
    where t.waits and case
      when t.ticket_id is not null
        then k.tenant_id = t.tenant_id and k.status <> ${DELETED} and k.module = any(${modules}::text[])
      when t.payment_id is not null
        then p.tenant_id = t.tenant_id and p.status <> ${DELETED} and ${payments}::boolean
      else ${tenants}::boolean end`

interface WaitingRow {
  tenant_id: number
  ticket_id: number | null
  payment_id: number | null
  module: string | null
  number: string | null
  client_code: string
  uoccname: string
  text: string
  files: FileRef[]
  last_at: Date
}

const oldest = prepareQuery(
  (_, answerable: Answerable) => sql<WaitingRow>`
    select w.*, m.text, m.files from (
      select t.tenant_id, t.ticket_id, t.payment_id, t.last_message_id, t.last_at, t.id, k.module,
        coalesce(k.ticket_number, p.reference_number) as number, n.client_code, n.uoccname
      ${waiting(answerable)} order by t.last_at, t.id limit ${sql.lit(LIMITS.pageSize)}) w
    join messages m on m.id = w.last_message_id order by w.last_at, w.id`,
)

const count = prepareQuery(
  (_, answerable: Answerable) => sql<{ total: number }>`
    select count(*) as total from (
      select ${waiting(answerable)} limit ${sql.lit(LIMITS.searchTotal)}) as counted`,
)

/** Finds the conversations that the reader may answer and whose resident waits, the oldest first (rules 23.7). */
export async function findWaitingThreads(db: DbOrTx, actor: AdminActor) {
  const answers = (page: 'payments' | 'tenants') => can(actor, page, 'view') && can(actor, page, 'edit')
  const modules = viewedModules(actor).filter((module) => mayChange(actor, module))
  const answerable = {
    modules: modules.map(({ name }) => name),
    payments: answers('payments'),
    tenants: answers('tenants'),
  }
  const [rows, [counted]] = await Promise.all([oldest(db, answerable), count(db, answerable)])
  const threads = rows.map((row) => ({
    ...subjectOf(row),
    number: row.number,
    list: row.module === null ? null : moduleNamed(row.module).path.many,
    tenant: { clientCode: row.client_code, uoccname: row.uoccname },
    excerpt: excerptOf(row),
    last_at: row.last_at,
  }))
  return { threads, total: counted?.total ?? 0 }
}
