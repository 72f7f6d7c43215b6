import { isDeepStrictEqual } from 'node:util'
import { sql, type InferResult, type Insertable } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK, DELETED_STATUS, secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import {
  toCompactCode,
  buildWordsCondition,
  getPublicTenantText,
} from '#platform/db/lists/build-search-condition.ts'
import { toSearchWords } from '#platform/db/lists/search-patterns.ts'
import type { AnswererKind, WalkInState } from '@tahanan/contract/gate/labels-and-codes.ts'
import { MAX_FOUND_UNITS } from '@tahanan/contract/gate/walk-in-form.ts'

// State of a walk-in (visitor without a pass). After the time for the resident's answer the state is `call`
// (the guard phones), even before the job has updated the row.
const CURRENT_STATE = sql<WalkInState>`case when w.state = 'asked' and w.call_at <= clock_timestamp()
  then 'call' else w.state end`
const SECONDS_LEFT = sql<number>`case when w.state = 'asked'
  then greatest(0, ceil(extract(epoch from w.call_at - clock_timestamp())))::int else 0 end`
const IS_WAITING = sql<boolean>`w.state in ('asked', 'call')`

const selectWalkIns = (db: DbOrTx) =>
  db
    .selectFrom('walk_ins as w')
    .innerJoin('tenants as n', 'n.id', 'w.tenant_id')
    .leftJoin('gates as g', 'g.id', 'w.gate_id')
    .leftJoin('gate_passes as p', 'p.walk_in_id', 'w.id')
    .selectAll('w')
    // Selects `n.id`, whose type is not null: `w.tenant_id` is nullable, but the join excludes walk-ins
    // without a tenant.
    .select('n.id as tenant_id')
    .select(['n.unit_number', 'n.uocctel1', 'n.uocctel2', 'n.phone_number'])
    .select(sql<string | null>`case when p.entered = 0 and p.ended_at is null then p.code end`.as('code'))
    .select(['g.name as gate', CURRENT_STATE.as('state'), SECONDS_LEFT.as('seconds_left')])
    .where('n.status', '<>', DELETED_STATUS)
export type WalkInRow = InferResult<ReturnType<typeof selectWalkIns>>[number]

// Condition: the walk-in (visitor without a pass) came today or in the last two hours. Without the two
// hours, a walk-in that came just before midnight would end at midnight.
const isRecent = (timeZone: string) =>
  sql<boolean>`w.created_at >= least(${secondsAgo(2 * 3600)},
    date_trunc('day', clock_timestamp() at time zone ${timeZone}) at time zone ${timeZone})`

export const listWalkInsForGate = (db: DbOrTx, gateId: number | null, timeZone: string) =>
  selectWalkIns(db)
    .where(isRecent(timeZone))
    .where((row) => row.or([IS_WAITING, row('w.answered_at', '>', secondsAgo(1800))]))
    .$if(gateId !== null, (rows) =>
      rows.where((row) => row.or([row('w.gate_id', '=', gateId), row('w.gate_id', 'is', null)])),
    )
    .orderBy('w.id', 'desc')
    .execute()

export const listWalkInsForResident = (db: DbOrTx, tenantId: number) =>
  selectWalkIns(db)
    .where('w.tenant_id', '=', tenantId)
    .where('w.created_at', '>', secondsAgo(1800))
    .where(IS_WAITING)
    .orderBy('w.id')
    .execute()

export const listWalkInsByIds = (db: DbOrTx, ids: readonly number[]): Promise<WalkInRow[]> =>
  selectWalkIns(db).where('w.id', '=', buildAnyOfIds(ids)).execute()

export const findWalkInByKey = (db: DbOrTx, key: string): Promise<WalkInRow | undefined> =>
  selectWalkIns(db).where('w.key', '=', key).executeTakeFirst()

/**
 * Locks a recent walk-in (visitor without a pass) until the transaction ends, so that only the first answer
 * counts.
 */
export const lockWalkIn = (tx: Tx, id: number, timeZone: string): Promise<WalkInRow | undefined> =>
  selectWalkIns(tx).where('w.id', '=', id).where(isRecent(timeZone)).forNoKeyUpdate('w').executeTakeFirst()

export const findWalkInByAnswerToken = (db: DbOrTx, answerHash: Buffer) =>
  selectWalkIns(db)
    .where('w.answer_hash', '=', answerHash)
    .where((row) => row.or([row('w.answer_ends_at', '>', CLOCK), row('w.answered_at', 'is not', null)]))
    .executeTakeFirst()

export const lockTenant = (tx: Tx, id: number) =>
  tx
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Counts the questions about visitors that a tenant did not answer. `hourly`: those of the last hour. `open`:
 * those that can still be answered.
 */
export function countUnanswered(tx: Tx, tenantId: number): Promise<{ hourly: number; open: number }> {
  return tx
    .selectFrom('walk_ins')
    .select((row) => [
      row.fn.countAll<number>().as('hourly'),
      row.fn
        .countAll<number>()
        .filterWhere('call_at', '>', CLOCK)
        .filterWhere('answered_by', 'is', null)
        .as('open'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('created_at', '>', secondsAgo(3600))
    .where('answer_ends_at', 'is not', null)
    .where((row) => row.or([row('answered_by', 'is', null), row('answered_by', '=', 'guard')]))
    .executeTakeFirstOrThrow()
}

export const insertWalkIn = (tx: Tx, walkIn: Insertable<DB['walk_ins']>) =>
  tx
    .insertInto('walk_ins')
    .values(walkIn)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()

export async function isLogged(
  tx: Tx,
  {
    key,
    name,
    plate,
    people,
    note,
  }: Pick<Insertable<DB['gate_events']>, 'key' | 'name' | 'plate' | 'people' | 'note'>,
): Promise<boolean> {
  const loggedAttempt = await tx
    .selectFrom('gate_events')
    .select(['name', 'plate', 'people', 'note'])
    .where('key', '=', key)
    .executeTakeFirst()
  return isDeepStrictEqual(loggedAttempt, { name, plate, people, note })
}

export async function writeAnswer(
  tx: Tx,
  id: number,
  answer: { readonly state: 'allowed' | 'denied'; readonly answered_by: AnswererKind },
): Promise<void> {
  await tx
    .updateTable('walk_ins')
    .set({ ...answer, answered_at: CLOCK })
    .where('id', '=', id)
    .execute()
}

export const markExpiredAsCall = (tx: Tx) =>
  tx
    .updateTable('walk_ins')
    .set({ state: 'call' })
    .where('state', '=', 'asked')
    .where('call_at', '<=', CLOCK)
    .where('created_at', '>', secondsAgo(24 * 3600))
    .returning('id')
    .execute()

export const expireAnswerTokens = (tx: Tx) =>
  tx
    .updateTable('walk_ins')
    .set({ answer_hash: null })
    .where('state', 'in', ['asked', 'call'])
    .where('answer_hash', 'is not', null)
    .where('answer_ends_at', '<=', CLOCK)
    .where('created_at', '>', secondsAgo(24 * 3600))
    .returning(['id', 'name', 'purpose'])
    .returning(sql<number>`tenant_id`.as('tenant_id'))
    .execute()

/**
 * Returns the link of a notification about a walk-in (visitor without a pass). The push message later finds
 * the walk-in by this link.
 */
export const toWalkInLink = (id: number): string => `/?walkIn=${id}`

export const listWalkInsOfNotifications = (db: DbOrTx, notificationIds: readonly number[]) =>
  db
    .selectFrom('notifications as m')
    .innerJoin('walk_ins as w', (join) =>
      join.on(sql<boolean>`m.link ~ '^/\\?walkIn=\\d{1,15}$' and w.tenant_id = m.tenant_id
        and w.id = substring(m.link from '\\d+$')::bigint`),
    )
    .leftJoin('delivery_choices as c', (join) =>
      join.on('c.area', '=', sql.lit('client')).onRef('c.reader_id', '=', 'w.tenant_id'),
    )
    .select(['m.id as notificationId', 'w.id', 'w.key'])
    .select(sql<boolean>`w.answered_at is null and w.answer_hash is not null`.as('waits'))
    .select(sql<boolean>`coalesce(c.walk_ins_by_push, true)`.as('byPush'))
    .select(sql<number>`ceil(extract(epoch from w.answer_ends_at - clock_timestamp()))::int`.as('seconds'))
    .where('m.id', '=', buildAnyOfIds(notificationIds))
    .where('m.area', '=', sql.lit('client'))
    .execute()

/**
 * Lists the units that match a search term. Returns no other data of tenants, because guards may not see
 * them.
 */
export const listUnits = (db: DbOrTx, term: string) =>
  db
    .selectFrom('tenants as n')
    .select(['n.id', 'n.unit_number as unitNumber', 'n.uoccname as name'])
    .where('n.status', '<>', DELETED_STATUS)
    .where(buildWordsCondition(getPublicTenantText('n'), term))
    .orderBy(sql`${toCompactCode('n.unit_number')} <> ${toSearchWords(term).join('').replaceAll('-', '')}`)
    .orderBy('n.unit_number')
    .orderBy('n.name_order')
    .limit(MAX_FOUND_UNITS)
    .execute()
