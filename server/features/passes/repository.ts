import { sql, type RawBuilder } from 'kysely'
import { addEvents } from '#platform/add-events.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { prepareQuery, prepareReadQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { getOutboxColumns, publishEvent } from '#platform/realtime/outbox.ts'
import type { PassEndReason } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { PassHours } from '@tahanan/contract/tickets/define-module.ts'
import { GATE_SETTINGS } from './find-gate-settings.ts'
import { MAY_RETURN, selectGatePasses } from './gate-pass-row.ts'

export const TOKEN_SECRET = 'gatePasses'

export interface NewPass {
  readonly tenantId: number
  readonly ticketId: number
  readonly from: string
  readonly to: string
  readonly hours: PassHours
  readonly entries: 'one' | 'many'
  readonly people: number
  readonly reason: PassEndReason
  readonly timeZone: string
}

interface PassWithCode extends NewPass {
  readonly code: string
  readonly tokenHash: Buffer
  readonly secretHash: Buffer
  readonly initialSettings: string
}

const buildEndQuery = (
  { ticketId, reason }: Placeholders<Pick<NewPass, 'ticketId' | 'reason'>>,
  condition = sql`true`,
) => sql`
  update gate_passes set ended_at = clock_timestamp(), end_reason = ${reason}, updated_at = clock_timestamp()
  where ticket_id = ${ticketId} and (ended_at is null or ${MAY_RETURN}) and ${condition} returning id`

/** Ends the pass of a ticket and informs the gates. Returns no row if the ticket has no valid pass. */
export const endPass = prepareQuery((db, params: Placeholders<Pick<NewPass, 'ticketId' | 'reason'>>) =>
  db
    .with('ended', () => sql<{ id: number }>`(${buildEndQuery(params)})`)
    .insertInto('outbox')
    .columns(['topic', 'payload'])
    .expression((eb) => eb.selectFrom('ended').select(getOutboxColumns('gate')))
    .returning('topic'),
)

/**
 * Ends the ticket's present pass, inserts the next one and informs the gates, all in one query. Locks the
 * tenant until the transaction ends: a deleted tenant gets no pass, and a simultaneous deletion waits and ends
 * the new pass. `isInserted` is also false if another pass has the code, or if the secret of the tokens is not
 * stored in this database.
 */
export const insertPass = prepareQuery(
  (_db, pass: Placeholders<PassWithCode>) => sql<{ isInserted: boolean; hasActiveTenant: boolean }>`
    with active_tenant as (
      select id from tenants where id = ${pass.tenantId} and status <> ${DELETED_STATUS} for share
    ), setting as (
      select ${pass.initialSettings}::jsonb || coalesce(
        (select value::jsonb from settings where name = ${sql.lit(GATE_SETTINGS)}), '{}') as v
    ), hours as (
      select (v ->> 'visitHoursBefore')::int as before,
        ${pass.hours} = 'visit' and v ->> 'visitorsReturn' = '1' as returns,
        case when ${pass.hours} = 'work' then (v ->> 'workFrom')::time end as day_from,
        case when ${pass.hours} = 'work' then (v ->> 'workTo')::time end as day_to,
        (${pass.from}::timestamptz at time zone ${pass.timeZone})::date as first_day,
        (${pass.to}::timestamptz at time zone ${pass.timeZone})::date as last_day
      from setting
    ), ended as (
      -- The condition is always true. It makes sure that the tenant is locked before its passes, in the same
      -- order as when the tenant is deleted. Another order could cause a deadlock.
      ${buildEndQuery(pass, sql`(select count(*) from active_tenant) >= 0`)}
    ), made as (
      insert into gate_passes (tenant_id, ticket_id, number, code, token_hash, valid_from, valid_to,
        day_from, day_to, entries, people)
      select active_tenant.id, ${pass.ticketId},
        (select coalesce(max(number), 0) + 1 from gate_passes where ticket_id = ${pass.ticketId}),
        ${pass.code}, ${pass.tokenHash},
        case when ${pass.hours} = 'visit' then ${pass.from}::timestamptz - make_interval(hours => before)
          else (first_day + coalesce(day_from, time '00:00')) at time zone ${pass.timeZone} end,
        case when ${pass.hours} = 'work' then (last_day + day_to) at time zone ${pass.timeZone}
          when ${pass.hours} = 'day' then (last_day + time '23:59:59.999') at time zone ${pass.timeZone}
          -- A visit at 23:59 must not end at midnight.
          else greatest((last_day + time '23:59:59.999') at time zone ${pass.timeZone},
            ${pass.to}::timestamptz + make_interval(hours => before)) end,
        day_from, day_to, case when returns then 'return' else ${pass.entries} end, ${pass.people}
      -- The join makes sure that the present pass ends before the next one is inserted.
      from hours cross join active_tenant left join ended on true
      where exists (
        select from secrets where name = ${sql.lit(TOKEN_SECRET)} and sha256(value) = ${pass.secretHash})
      on conflict (code) do nothing
      returning id
    ), told as (
      insert into outbox (topic, payload)
      select 'gate', jsonb_build_object('id', id) from (select id from made union all select id from ended) c
    )
    select exists (select from made) as "isInserted", exists (select from active_tenant) as "hasActiveTenant"`,
)

export async function updatePeople(tx: Tx, ticketId: number, people: number): Promise<void> {
  const changedPasses = await tx
    .updateTable('gate_passes')
    .set({ people, updated_at: CLOCK })
    .where('ticket_id', '=', ticketId)
    .where(sql<boolean>`(ended_at is null or ${MAY_RETURN})`)
    .returning('id')
    .execute()
  await publishEvent(tx, 'gate', ...changedPasses)
}

export const endPassesOfTenantId = (tx: Tx, tenantId: number) =>
  tx
    .updateTable('gate_passes')
    .set({ ended_at: CLOCK, end_reason: 'tenant', updated_at: CLOCK })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`(ended_at is null or ${MAY_RETURN})`)
    .returning('id')
    .execute()

const normalizeUnit = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(${text}), '^unit\\M|[^[:alnum:]]', '', 'g')`

/**
 * Finds an active tenant by id. Without an id, finds the tenant by unit, comparing only letters and digits;
 * undefined if several tenants match.
 */
export async function findTenantOfUnit(
  tx: Tx,
  { tenantId, unit }: { tenantId?: number | undefined; unit: string },
): Promise<number | undefined> {
  const matchingTenants = await tx
    .selectFrom('tenants')
    .select('id')
    .where('status', '<>', DELETED_STATUS)
    .where(
      tenantId === undefined
        ? sql<boolean>`${normalizeUnit(sql.ref('unit_number'))} = nullif(${normalizeUnit(sql`${unit}::text`)}, '')`
        : sql<boolean>`id = ${tenantId}`,
    )
    .limit(sql.lit(2))
    .execute()
  return matchingTenants.length === 1 ? matchingTenants[0]?.id : undefined
}

export const findLatestPass = prepareReadQuery(
  (db, { ticketId, tenantId }: Placeholders<{ ticketId: number; tenantId?: number }>) => {
    const passes = selectGatePasses(db)
      .where('p.ticket_id', '=', ticketId)
      .where('t.status', '<>', DELETED_STATUS)
      .orderBy('p.number', 'desc')
      .limit(sql.lit(1))
    return tenantId === undefined ? passes : passes.where('t.tenant_id', '=', tenantId)
  },
)

/**
 * Locks the ticket before its pass ends, so that a pass created by a simultaneous change of the ticket is
 * ended too.
 */
export const lockOwnTicket = (tx: Tx, tenantId: number, ticketId: number) =>
  tx
    .selectFrom('tickets')
    .select('status')
    .where('id', '=', ticketId)
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertPassEndEvent = (
  tx: Tx,
  ticketId: number,
  { status, name, id }: { status: number; name: string; id: number },
) =>
  addEvents(tx, 'ticket', (query) =>
    query
      .insertInto('ticket_events')
      .values({
        ticket_id: ticketId,
        actor_area: 'client',
        actor_id: id,
        actor_name: name,
        from_status: status,
        to_status: status,
        fields: ['pass'],
      })
      .returning('ticket_id as id'),
  )
    .selectFrom('event')
    .select('id')
    .execute()

/**
 * Stores the hash of a pass's new token. After a restore of a backup, tokens are derived from another secret,
 * so the stored hashes are wrong.
 */
export const saveTokenHash = (db: DbOrTx, id: number, tokenHash: Buffer) =>
  db
    .updateTable('gate_passes')
    .set({ token_hash: tokenHash, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
