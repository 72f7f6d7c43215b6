import { sql } from 'kysely'
import { Type } from 'typebox'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { createInvalidInputError, requireFound } from '#platform/errors.ts'
import { createPageAnswer } from '#platform/http/list-query.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { describeErasure } from '@tahanan/contract/privacy/describe-register.ts'
import {
  ErasureAnswer,
  ErasurePreview,
  ErasureRequest,
  FoundTenant,
} from '@tahanan/contract/privacy/erasure-answers.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { IdParams, ListQuery } from '@tahanan/contract/requests.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { foldText } from '@tahanan/contract/text/fold-text.ts'
import type { VisitorRecords } from './erase-visitor.ts'
import { countRowsToErase, findObstacles, requestErasure, type ErasureTarget } from './erasures.ts'

const SUPER_ADMIN_POLICY: Policy = { areas: ['super-admin'] }
const MAX_FOUND_TENANTS = 20
const MAX_RECORDS = 200

const RecordIds = Type.Optional(Type.Array(Id, { maxItems: MAX_RECORDS }))

const selectTenants = (db: DbOrTx) =>
  db
    .selectFrom('tenants')
    .select(['id', 'client_code as clientCode', 'uoccname as name'])
    .select((eb) => eb('status', '=', RECORD_STATUS.deleted).$castTo<boolean>().as('isClosed'))

/**
 * Registers the API routes by which the super-administrator erases people's personal data (rules 26.8 to
 * 26.12).
 */
export function erasureRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services

  app.get('/erasure-tenants', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Find a tenant, also a deleted one, to copy or erase their data',
      description: `The first ${MAX_FOUND_TENANTS} by client code.`,
      querystring: Type.Object({ searchTerm: ListQuery.properties.searchTerm }),
      response: { 200: Type.Object({ data: Type.Array(FoundTenant) }) },
    },
    handler: async ({ query }) => {
      const term = `%${foldText(query.searchTerm.trim()).replaceAll(/[\\%_]/g, '\\$&')}%`
      const data = await selectTenants(db)
        .where(sql<boolean>`public_text like ${term}`)
        .orderBy('client_code')
        .orderBy('id')
        .limit(MAX_FOUND_TENANTS)
        .execute()
      return { data }
    },
  })

  app.get('/erasure-requests', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Open requests to erase somebody, the most urgent first',
      response: { 200: Type.Object({ data: Type.Array(ErasureRequest) }) },
    },
    handler: async () => ({ data: await listErasureRequests(db) }),
  })

  app.get('/erasure-preview/:id', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'What an erasure of a tenant would remove, and what prevents it',
      params: IdParams,
      response: { 200: ErasurePreview },
    },
    handler: async ({ params: { id } }) => {
      const tenant = requireFound(await selectTenants(db).where('id', '=', id).executeTakeFirst())
      const counts = await countRowsToErase(db, id)
      const previewRows = Object.entries(counts).flatMap(([name, count]) => {
        const entry = PERSONAL_TABLES[name]
        return entry ? [{ title: entry.title, rows: count, effect: describeErasure(entry) }] : []
      })
      return { tenant, rows: previewRows, ...(await findObstacles(db, id)) }
    },
  })

  app.get('/erasures', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Erasures, newest first',
      querystring: Type.Object({ page: ListQuery.properties.page, limit: ListQuery.properties.limit }),
      response: { 200: ListOf(ErasureAnswer) },
    },
    handler: ({ query }) => createPageAnswer(query, (page) => listErasures(db, page)),
  })

  app.post('/erasures', {
    config: { policy: SUPER_ADMIN_POLICY, confirmed: true },
    schema: {
      summary: 'Erase a tenant, or the people of chosen tickets and walk-ins',
      description: 'It is done within seconds; `GET /erasures` has its state.',
      body: Type.Object({
        tenantId: Type.Optional(Id),
        requestId: Type.Optional({ ...Id, description: 'Request of a person without an account' }),
        ticketIds: RecordIds,
        walkInIds: RecordIds,
        confirmedDebt: Type.Optional(
          Type.Boolean({ description: 'The second press, after 409 `erasureOfDebtor`' }),
        ),
      }),
      response: { 202: Type.Object({ id: Type.String() }) },
    },
    handler: async ({ actor, body }, reply) => {
      const { tenantId, requestId, confirmedDebt = false } = body
      const {
        ticketIds = [],
        walkInIds = [],
        gateEventIds = [],
      }: Partial<VisitorRecords> = requestId === undefined
        ? body
        : requireFound(await findRequestedRecords(db, requestId))
      const recordCount = ticketIds.length + walkInIds.length + gateEventIds.length
      if ((tenantId === undefined) === (recordCount === 0))
        throw createInvalidInputError({
          tenantId: ['Please choose a tenant, or records of people without an account.'],
        })
      const target: ErasureTarget =
        tenantId === undefined ? { ticketIds, walkInIds, gateEventIds } : { tenantId }
      const erasureOrder = { askedBy: actor.name, confirmedDebt }
      const id = await runInTransaction(services, (tx) => requestErasure(tx, target, erasureOrder))
      return reply.code(202).send({ id })
    },
  })

  app.put('/erasure-hold/:id', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Hold the data of a tenant, such as during a dispute, or end the hold',
      params: IdParams,
      body: Type.Object({
        reason: Type.String({ maxLength: LIMITS.text, description: 'Empty: the hold ends' }),
      }),
      response: { 200: SuccessAnswer },
    },
    handler: async ({ params: { id }, body }) => {
      const reason = body.reason.trim()
      await runInTransaction(services, async (tx) => {
        requireFound(await tx.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst())
        await tx.deleteFrom('erasure_holds').where('tenant_id', '=', id).execute()
        if (reason !== '') await tx.insertInto('erasure_holds').values({ tenant_id: id, reason }).execute()
        const detail = reason === '' ? 'The hold of the data was ended.' : 'The data was put on hold.'
        await recordAction(tx, { action: 'change', subject: 'personal_data', subjectId: id, detail })
      })
      return { success: true }
    },
  })
}

const listErasureRequests = (db: Db): Promise<ErasureRequest[]> =>
  db
    .selectFrom('privacy_requests as r')
    .leftJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(['r.id', 'r.tenant_id as tenantId', 'r.due_on'])
    .select(sql<string>`coalesce(t.client_code || ' ' || t.uoccname, r.person_name)`.as('who'))
    .select(sql<number>`jsonb_array_length(r.records)`.as('records'))
    .where('r.kind', '=', 'erasure')
    .where('r.state', '=', 'open')
    .orderBy('r.due_on')
    .orderBy('r.id')
    .limit(MAX_RECORDS)
    .execute()

async function findRequestedRecords(db: Db, id: number): Promise<VisitorRecords | undefined> {
  const { rows } = await sql<{ kind: string; id: number; ticketId: number | null; walkInId: number | null }>`
    select record ->> 'kind' as kind, (record ->> 'id')::bigint as id, e.ticket_id as "ticketId",
      e.walk_in_id as "walkInId"
    from privacy_requests r, jsonb_array_elements(r.records) as record
    left join gate_events e on record ->> 'kind' = 'gateEvent' and e.id = (record ->> 'id')::bigint
    where r.id = ${id} and r.tenant_id is null and r.kind = 'erasure' and r.state = 'open'`.execute(db)
  if (rows.length === 0) return undefined
  const listIds = (kind: string, key: 'ticketId' | 'walkInId') => [
    ...new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : (row[key] ?? [])))),
  ]
  const gateEventsWithoutRecord = rows.filter(
    ({ kind, ticketId, walkInId }) => kind === 'gateEvent' && ticketId === null && walkInId === null,
  )
  return {
    ticketIds: listIds('ticket', 'ticketId'),
    walkInIds: listIds('walkIn', 'walkInId'),
    gateEventIds: gateEventsWithoutRecord.map((row) => row.id),
  }
}

async function listErasures(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const { rows: total } = await sql<{ n: number }>`select count(*)::int as n from erasures`.execute(db)
  const erasureRows = await db
    .selectFrom('erasures')
    .select([
      'id',
      'kind',
      'tenant_id as tenantId',
      'state',
      'problem',
      'asked_by as askedBy',
      'created_at',
      'done_at',
    ])
    .select(sql<number>`cardinality(ticket_ids || walk_in_ids || gate_event_ids)`.as('records'))
    .select(sql<number>`(select coalesce(sum(value::int), 0)::int from jsonb_each_text(erased))`.as('rows'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: erasureRows, total: total[0]?.n ?? 0 }
}
