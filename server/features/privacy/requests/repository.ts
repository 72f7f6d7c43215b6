import { sql, type InferResult, type Insertable } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { buildTermCondition, getPublicTenantText } from '#platform/db/lists/build-search-condition.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { onUniqueViolation } from '#platform/db/on-unique-violation.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { RequestState } from '@tahanan/contract/privacy-requests/request-form.ts'
import { eraseRows } from '../erase-rows.ts'

const selectRequests = (db: DbOrTx) =>
  db
    .selectFrom('privacy_requests as r')
    .leftJoin('tenants as t', 't.id', 'r.tenant_id')
    .leftJoin('admins as a', 'a.id', 'r.answered_by_id')
    .leftJoin('admins as e', 'e.id', 'r.post_by_id')
    .select([
      'r.id',
      'r.kind',
      'r.tenant_id',
      'r.person_name',
      'r.contact',
      'r.about',
      'r.message',
      'r.records',
    ])
    .select(['r.due_on', 'r.state', 'r.answer', 'r.answered_at', 'r.created_at', 'r.updated_at'])
    .select(['t.client_code', 't.uoccname', 't.unit_number', 'a.name as answered_by', 'e.name as entered_by'])

export type RequestRow = InferResult<ReturnType<typeof selectRequests>>[number]

const SEARCHED_FIELDS = {
  text: sql<string>`concat_ws(E'\n', r.search_text, ${getPublicTenantText('t')})`,
  phones: sql<string>`regexp_replace(r.contact, '\\D', '', 'g')`,
}

export function listRequests(db: DbOrTx, state: RequestState, page: Page) {
  const rows = selectRequests(db).where('r.state', '=', state)
  const sortedRows =
    state === 'open'
      ? rows.orderBy('r.due_on').orderBy('r.id')
      : rows.orderBy('r.answered_at', 'desc').orderBy('r.id', 'desc')
  return findPageWithTotal(db, sortedRows, page, SEARCHED_FIELDS)
}

export async function countRequests(db: DbOrTx, searchTerm: string): Promise<Record<RequestState, number>> {
  const stateCounts = await db
    .selectFrom('privacy_requests as r')
    .leftJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(['r.state', sql<number>`count(*)`.as('total')])
    .$if(searchTerm !== '', (query) => query.where(buildTermCondition(SEARCHED_FIELDS, searchTerm)))
    .groupBy('r.state')
    .execute()
  return {
    open: 0,
    done: 0,
    refused: 0,
    ...Object.fromEntries(stateCounts.map(({ state, total }) => [state, total])),
  }
}

/**
 * Counts open requests that are due on or before the day `lastDueDay`, or all open requests if `lastDueDay` is missing.
 */
export async function countOpenRequests(db: DbOrTx, lastDueDay?: string): Promise<number> {
  const { total } = await db
    .selectFrom('privacy_requests')
    .select(sql<number>`count(*)`.as('total'))
    .where('state', '=', sql.lit<RequestState>('open'))
    .$if(lastDueDay !== undefined, (query) => query.where('due_on', '<=', lastDueDay ?? ''))
    .executeTakeFirstOrThrow()
  return total
}

export const findRequest = (db: DbOrTx, id: number): Promise<RequestRow | undefined> =>
  selectRequests(db).where('r.id', '=', id).executeTakeFirst()

export const lockRequest = (tx: Tx, id: number): Promise<RequestRow | undefined> =>
  selectRequests(tx).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

const MAX_OWN_REQUESTS = 100

export const listOwnRequests = (db: DbOrTx, tenantId: number): Promise<RequestRow[]> =>
  selectRequests(db)
    .where('r.tenant_id', '=', tenantId)
    .orderBy('r.id', 'desc')
    .limit(MAX_OWN_REQUESTS)
    .execute()

const ALREADY_REQUESTED_MESSAGE = 'You have asked for this already. The office answers by the due date.'

/** Inserts a request about personal data. Throws 400 if the tenant has an open request of the same kind. */
export async function insertRequest(tx: Tx, request: Insertable<DB['privacy_requests']>): Promise<number> {
  const insertedRow = await tx
    .insertInto('privacy_requests')
    .values(request)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(
      onUniqueViolation('privacy_requests_one_open', () =>
        createInvalidInputError({ kind: [ALREADY_REQUESTED_MESSAGE] }),
      ),
    )
  return insertedRow.id
}

export async function saveAnswer(
  tx: Tx,
  id: number,
  answer: { readonly state: RequestState; readonly answer: string; readonly adminId: number },
): Promise<void> {
  await tx
    .updateTable('privacy_requests')
    .set({
      state: answer.state,
      answer: answer.answer,
      answered_at: CLOCK,
      answered_by_id: answer.adminId,
      updated_at: CLOCK,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks the table of privacy requests until the transaction ends. Otherwise a request that is answered at the
 * same time would keep its personal data, because this transaction still sees it as open.
 */
export async function lockAnswers(tx: Tx): Promise<void> {
  await sql`lock table privacy_requests in share row exclusive mode`.execute(tx)
}

/**
 * Empties answered requests of people without an account if a record named in the request was erased (rules
 * 26.8). Open requests keep the contact until they are answered. Can be repeated.
 */
export async function emptyErasedRequests(tx: Tx): Promise<void> {
  const erasedPersonCondition = sql<boolean>`tenant_id is null and state <> 'open' and exists (
    select from jsonb_array_elements(records) as record
    left join gate_events e on record ->> 'kind' = 'gateEvent' and e.id = (record ->> 'id')::bigint
    join erasures x on x.kind = 'visitor' and x.state = 'done' and (
      case record ->> 'kind' when 'ticket' then (record ->> 'id')::bigint else e.ticket_id end = any(x.ticket_ids)
      or case record ->> 'kind' when 'walkIn' then (record ->> 'id')::bigint else e.walk_in_id end = any(x.walk_in_ids)
      or e.id = any(x.gate_event_ids)))`
  await eraseRows(tx, 'privacy_requests', erasedPersonCondition, { people: ['tenant', 'visitor'], label: '' })
}
